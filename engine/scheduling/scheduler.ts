import { StatusError } from "../protocol/status.ts";
import type { BatchRule } from "./batch-rule.ts";
import type { Clock } from "./clock.ts";
import { RequestQueue, type Schedulable } from "./request-queue.ts";

/** A request on its way through the scheduler. */
export interface Scheduled extends Schedulable {
  /** ns it may wait; 0 is without limit. */
  readonly timeoutNs: number;
  readonly signal: AbortSignal | undefined;
  /** It left the queue without having been executed. */
  drop(reason: "CANCELED" | "REJECTED" | "OTHER", error: StatusError): void;
}

export interface SchedulerOptions<T> {
  readonly clock: Clock;
  readonly rule: BatchRule;
  /** Requests that may wait; 0 is without limit. */
  readonly maxQueueSize: number;
  /** Whether an instance could start a batch now. */
  readonly idle: () => boolean;
  /** Whether a busy instance could be handed a batch that can't grow any more. */
  readonly takesNext: () => boolean;
  /** Starts a batch on an idle instance, or hands it to one that takes the next. */
  readonly execute: (batch: T[]) => void;
}

/** One model version's queue: holds requests until the batch rule and an idle instance take them. */
export class Scheduler<T extends Scheduled> {
  readonly #options: SchedulerOptions<T>;
  readonly #queue = new RequestQueue<T>();
  /** What ends an entry's timeout and its abort listener. */
  readonly #watches = new Map<T, () => void>();
  #stopTimer: (() => void) | undefined;
  #deferred = false;

  constructor(options: SchedulerOptions<T>) {
    this.#options = options;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Throws UNAVAILABLE when the queue is full (rule Q1). */
  enqueue(entry: T): void {
    const { maxQueueSize } = this.#options;
    if (maxQueueSize > 0 && this.#queue.size >= maxQueueSize) {
      // What is about to leave for an idle instance does not count as waiting.
      this.#dispatch(false);
      if (this.#queue.size >= maxQueueSize) {
        throw new StatusError("UNAVAILABLE", "Exceeds maximum queue size");
      }
    }
    this.#watch(entry, this.#queue.push(entry));
    this.#dispatchSoon();
  }

  /** An instance became idle: a full batch leaves at once, anything else after this turn's arrivals. */
  instanceFreed(): void {
    this.#dispatch(true);
    this.#dispatchSoon();
  }

  /** Drops everything that waits. */
  dropAll(error: StatusError): void {
    for (const entry of this.#queue.take(this.#queue.size)) {
      this.#unwatch(entry);
      entry.drop("OTHER", error);
    }
  }

  #dispatchSoon(): void {
    const { idle, takesNext } = this.#options;
    if (this.#deferred || this.#queue.size === 0 || !(idle() || takesNext())) return;
    this.#deferred = true;
    this.#options.clock.defer(() => {
      this.#deferred = false;
      this.#dispatch(false);
    });
  }

  #dispatch(onlyFull: boolean): void {
    const { clock, rule, idle, takesNext, execute } = this.#options;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    for (let first = this.#queue.first; first; first = this.#queue.first) {
      const ahead = !idle();
      if (ahead && !takesNext()) return;
      const plan = rule(first, clock.now());
      if ((onlyFull || ahead) && !plan.full) return;
      if (plan.send === 0) {
        this.#stopTimer = clock.setTimer(plan.waitNs, () => this.#dispatch(false));
        return;
      }
      const batch = this.#queue.take(plan.send);
      for (const entry of batch) this.#unwatch(entry);
      execute(batch);
    }
  }

  #watch(entry: T, remove: () => void): void {
    const { signal, timeoutNs } = entry;
    if (signal === undefined && timeoutNs === 0) return;
    const leave = (reason: "CANCELED" | "REJECTED", error: StatusError) => {
      this.#unwatch(entry);
      remove();
      entry.drop(reason, error);
      this.#dispatchSoon();
    };
    const onAbort = () => leave("CANCELED", new StatusError("CANCELLED", "Request cancelled"));
    const onTimeout = () =>
      leave("REJECTED", new StatusError("UNAVAILABLE", "Request timeout expired"));
    signal?.addEventListener("abort", onAbort, { once: true });
    const stop = timeoutNs > 0 ? this.#options.clock.setTimer(timeoutNs, onTimeout) : undefined;
    this.#watches.set(entry, () => {
      signal?.removeEventListener("abort", onAbort);
      stop?.();
    });
  }

  #unwatch(entry: T): void {
    if (this.#watches.size === 0) return;
    this.#watches.get(entry)?.();
    this.#watches.delete(entry);
  }
}
