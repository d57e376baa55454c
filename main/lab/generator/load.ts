import type { Outcome } from "./lane.ts";
import type { Booking } from "./phase.ts";
import type { RequestTimes } from "./request-times.ts";

/** Sends the requests of a run. Times are monotonic ms. */
export interface Load {
  /** Starts the warm-up's load. */
  warmUp(from: number): void;
  /**
   * From then on requests belong to the span, which lasts until `until` at most. Without a warm-up this starts the
   * load.
   */
  measure(from: number, until: number): void;
  /** Changes the clients, or requests per second. False if the load has nothing to change. */
  adjust(value: number): boolean;
  /** Sends what is scheduled before `at`, and nothing more. */
  stop(at: number): void;
  /** When the oldest request in flight was sent, monotonic ms; Infinity if there is none, or the log has it. */
  readonly oldestOut: number;
  /** Requests without a response: sent, or waiting for their sequence. */
  readonly outstanding: number;
  /** Called once no request is in flight; to be set after `stop`. */
  onDrained(listener: () => void): void;
  /** Abandons requests in flight. */
  close(): void;
}

/** Called for each request; a closed loop logs nothing here. Times are monotonic ms. */
export interface LoadObserver {
  /** A request is due, and when that was noticed. */
  scheduled(at: number, now: number): Booking;
  sent(booking: Booking | null, now: number): void;
  ended(booking: Booking | null, outcome: Outcome, lost: boolean, times: RequestTimes): void;
  /** A conversation begins with the request that is sent next; null in a closed loop. */
  conversationBegan(booking: Booking | null): void;
  /** One was due, and too many were in progress. */
  conversationRefused(booking: Booking): void;
  /** After its last turn, with null as the outcome, or earlier. */
  conversationEnded(outcome: Outcome): void;
}
