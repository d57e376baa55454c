import type { Outcome, StreamFigures } from "./lane.ts";
import type { Booking } from "./phase.ts";

/** What sends the requests of a run. Times are monotonic ms. */
export interface Load {
  /** The warm-up's load begins. */
  warmUp(from: number): void;
  /** From then on requests belong to the span, which lasts until `until` at most. Without a warm-up the load begins. */
  measure(from: number, until: number): void;
  /** Clients, or requests per second, from now on. False where the load has nothing to change. */
  adjust(value: number): boolean;
  /** Sends what is scheduled before `at`, and no more. */
  stop(at: number): void;
  /** When the request was sent that has been out for longest, monotonic ms; Infinity where none is, or the log has it. */
  readonly oldestOut: number;
  /** Requests without an answer: sent, or waiting for their sequence. */
  readonly outstanding: number;
  /** Called once no request is in flight any more; to be set after `stop`. */
  onDrained(listener: () => void): void;
  /** Gives up what is out. */
  close(): void;
}

/** Called for each request; in a closed loop nothing is booked. Times are monotonic ms. */
export interface LoadObserver {
  /** A request is due, and this is when it was noticed. */
  scheduled(at: number, now: number): Booking;
  sent(booking: Booking | null, now: number): void;
  ended(booking: Booking | null, outcome: Outcome, lost: boolean, times: RequestTimes): void;
}

export interface RequestTimes {
  readonly scheduledAt: number;
  readonly sentAt: number;
  readonly now: number;
  readonly items: number;
  readonly stream?: StreamFigures | undefined;
}
