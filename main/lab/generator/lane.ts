import type { Failure } from "./messages.ts";

/** How a request ended: null is a success. */
export type Outcome = Failure | null;

/** One place for one outstanding request. It reconnects by itself and never repeats a request. */
export interface Lane {
  /** Sends one request; the lane's `done` is called exactly once for it, later, unless it is closed before. */
  send(request: Buffer): void;
  /** Gives up what is outstanding, silently. */
  close(): void;
}

/** `lost`: the connection ended, or there was none to be had; the server itself said nothing. */
export type Done = (outcome: Outcome, lost: boolean) => void;

/** Longest part of a server's words that is kept. */
export const MOST_WORDS = 300;
