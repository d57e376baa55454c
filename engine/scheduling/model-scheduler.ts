import type { StatusError } from "../../base/status-error.ts";
import type { DispatchReason, QueueDepth } from "../types.ts";

/** How a batch leaves its scheduler. */
export interface Dispatch {
  readonly reason: DispatchReason;
  /** The instance's place in the pool, where it must be that one. */
  readonly slot?: number;
  /** No request waits behind it. */
  readonly isLast?: boolean;
}

/** Holds the requests of one model version until they leave in batches. */
export interface ModelScheduler<T> {
  readonly queued: number;
  depths(): QueueDepth[];
  /** Throws UNAVAILABLE when the queue is full, INVALID_ARGUMENT where the request does not fit the scheduler. */
  enqueue(entry: T): void;
  /** Removes an entry whose client has cancelled; false where it no longer waits. */
  remove(entry: T): boolean;
  /** An instance became idle; `inTurn` where it is another model's turn if nothing is sent at once. */
  instanceFreed(inTurn?: boolean): void;
  /** Drops all waiting requests. */
  dropAll(error: StatusError): void;
  /** No more requests will come: waiting ones must not wait for others. */
  drain?(): void;
  /** False where instances can't be changed while it runs. */
  readonly changesInstances?: boolean;
}
