import { StatusError } from "../../base/status-error.ts";
import type { LaunchFailure } from "../contract/index.ts";

/** A server that is ready to be measured. Disposing ends what reaches it, and a process itself. */
export interface ServedCandidate extends AsyncDisposable {
  /** HOST:PORT; or a server that is connected already. */
  readonly at:
    | { readonly address: string; readonly caveat: string | null }
    | { readonly serverId: string };
  /** From its start until it was ready; null where it served already. */
  readonly readySeconds: number | null;
  /** Aborted when it ends, with the reason. */
  readonly gone: AbortSignal;
  /** Why its measurement does not count, such as a restart in the meantime; null: it does. */
  check(): Promise<LaunchFailure | null>;
  /** The last lines that it wrote. */
  log(): Promise<readonly string[]>;
}

/** Where candidates are started, one at a time. */
export interface LaunchSite {
  /** Starts the base or a candidate and waits until it is ready. Rejects with a LaunchError where it didn't serve. */
  serve(index: number, signal: AbortSignal): Promise<ServedCandidate>;
}

/** A candidate that did not serve, which is its result. */
export class LaunchError extends Error {
  readonly failure: LaunchFailure;
  readonly log: readonly string[];

  constructor(failure: LaunchFailure, log: readonly string[]) {
    super(failure.reason);
    this.failure = failure;
    this.log = log;
  }
}

export function notReady(seconds: number, state: string): LaunchFailure {
  return { kind: "timeout", reason: `It was not ready within ${seconds} s. ${state}` };
}

export function toLaunchFailure(thrown: unknown): LaunchFailure {
  if (thrown instanceof LaunchError) return thrown.failure;
  return { kind: "crash", reason: StatusError.from(thrown).message };
}
