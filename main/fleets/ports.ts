import type { Delta } from "../telemetry/index.ts";
import type { Connection, ServerAdapter } from "../servers/index.ts";

/** The result of a server's last poll. */
export interface Seen {
  /** ms since the epoch */
  readonly t: number;
  readonly live: boolean;
  /** Changes between its last two answers. */
  readonly delta: Delta;
  /** Changes in the last minute, with the newest answer's readings. */
  readonly recent: Delta;
  /** How often it was seen to have restarted or been replaced. */
  readonly restarts: number;
}

/** Polls one server until it is disposed. */
export interface Watch extends Disposable {
  /** Null before the first response. */
  latest(): Seen | null;
  onSeen(listener: (seen: Seen) => void): Disposable;
  /** Polls more often until the result is disposed. */
  watch(): Disposable;
}

/** What fleets need from the servers domain. */
export interface ReplicaPorts {
  /** Opens a server; throws INVALID_ARGUMENT for an invalid address. `caveat`: ServerStatus.caveat. */
  readonly open: (
    id: string,
    connection: Connection,
    caveat: string | null,
  ) => ServerAdapter & Disposable;
  /** Makes it available by its id without listing it. */
  readonly attach: (server: ServerAdapter) => Disposable;
  readonly watch: (server: ServerAdapter) => Watch;
}
