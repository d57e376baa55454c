import type { Clock } from "../../../base/clock.ts";
import { freePort } from "../../../base/free-port.ts";
import { StatusError } from "../../../base/status-error.ts";
import { timeLimit } from "../../../base/wait.ts";
import { crashReason } from "../failure-reason.ts";
import { withFlag } from "../flags/arguments.ts";
import { untilHealthy } from "../readiness.ts";
import type { Environment } from "../workload/environment.ts";
import { LaunchError, type LaunchSite, notReady, type ServedCandidate } from "../site.ts";
import { LaunchedProcess } from "./launched-process.ts";
import { markProcess, type ProcessMark } from "./leftover.ts";

/** Where the port will be; approved commands have it in its place. */
export const PORT_PLACEHOLDER = "PORT";

/** The address that the console measures, whatever the base has. */
export function onLoopback(words: readonly string[]): string[] {
  return withFlag(withFlag(words, "--host", "127.0.0.1"), "--port", PORT_PLACEHOLDER);
}

export interface ProcessSiteParts {
  /** Of the base and each candidate. `environment`: in addition to the host's. */
  readonly commands: readonly {
    readonly words: readonly string[];
    readonly environment: Environment;
  }[];
  readonly readySeconds: number;
  readonly clock: Clock;
  /** A port of loopback that is free now. */
  readonly findPort?: () => Promise<number>;
  /** Called when a process began, and with null when it has ended, before the next one begins. */
  readonly onProcess: (mark: ProcessMark | null) => void;
}

/** Of one candidate, if another program takes its port before it does. */
const MAX_STARTS = 3;

/** Starts each candidate as a process on this machine, at a free port of loopback. */
export class ProcessSite implements LaunchSite {
  readonly #parts: ProcessSiteParts;

  constructor(parts: ProcessSiteParts) {
    this.#parts = parts;
  }

  async serve(index: number, signal: AbortSignal): Promise<ServedCandidate> {
    const { findPort = freePort } = this.#parts;
    for (let starts = 1; ; starts++) {
      const port = await findPort();
      try {
        return await this.#serveAt(port, index, signal);
      } catch (error) {
        const isPort = error instanceof LaunchError && error.failure.kind === "port";
        if (!isPort || starts === MAX_STARTS || signal.aborted) throw error;
      }
    }
  }

  async #serveAt(port: number, index: number, signal: AbortSignal): Promise<ServedCandidate> {
    const { commands, readySeconds, clock, onProcess } = this.#parts;
    const { words: given = [], environment = {} } = commands[index] ?? {};
    const words = withFlag(given, "--port", String(port));
    await using starting = new AsyncDisposableStack();
    const startedAt = clock.monotonic();
    const child = await startProcess(words, environment, clock);
    starting.defer(() => onProcess(null));
    starting.use(child);
    onProcess(markProcess(child.pid));
    let state = "";
    using limit = timeLimit(clock, readySeconds * 1000, () => {
      return new LaunchError(notReady(readySeconds, state), child.log);
    });
    const gone = new AbortController();
    void child.ended.then((exit) =>
      gone.abort(new LaunchError(crashReason(child.log, exit), child.log)),
    );
    await untilHealthy(`127.0.0.1:${port}`, {
      clock,
      signal: AbortSignal.any([signal, limit, gone.signal]),
      onState: (now) => {
        state = now;
      },
    });
    const owned = starting.move();
    return {
      at: { address: `127.0.0.1:${port}`, caveat: null },
      readySeconds: (clock.monotonic() - startedAt) / 1000,
      gone: gone.signal,
      check: async () => (child.exit === null ? null : crashReason(child.log, child.exit)),
      log: async () => child.log,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }
}

async function startProcess(
  words: readonly string[],
  environment: Environment,
  clock: Clock,
): Promise<LaunchedProcess> {
  try {
    return await LaunchedProcess.start(words, clock, environment);
  } catch (error) {
    throw new LaunchError({ kind: "program", reason: StatusError.from(error).message }, []);
  }
}
