import type { Delta } from "../telemetry/index.ts";
import type { Connection, ServerAdapter } from "../servers/index.ts";

/** What a server answered last, or that it did not. */
export interface Seen {
  /** ms since the epoch */
  readonly t: number;
  readonly live: boolean;
  /** What happened since the answer before, by the newest answer. */
  readonly delta: Delta;
  /** What happened in the last minute, with the readings of the newest answer. */
  readonly recent: Delta;
  /** How often it was seen to have restarted or been replaced. */
  readonly restarts: number;
}

/** Looks at one server again and again until it is disposed. */
export interface Watch extends Disposable {
  /** Null before the first answer. */
  latest(): Seen | null;
  onSeen(listener: (seen: Seen) => void): Disposable;
  /** Looks more often until it is disposed. */
  watch(): Disposable;
}

/** What a fleet needs to have replicas. */
export interface ReplicaPorts {
  /** Opens a server; INVALID_ARGUMENT for an invalid address. `caveat`: ServerStatus.caveat. */
  readonly open: (
    id: string,
    connection: Connection,
    caveat: string | null,
  ) => ServerAdapter & Disposable;
  /** Lets it be found by its id, unlisted. */
  readonly attach: (server: ServerAdapter) => Disposable;
  readonly watch: (server: ServerAdapter) => Watch;
}
