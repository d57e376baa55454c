import type { QueuePolicy } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { QueueDepth } from "../types.ts";
import type { BatchRule } from "./batch-rule.ts";
import type { Clock } from "./clock.ts";
import type { Dispatch, ModelScheduler } from "./model-scheduler.ts";
import { RequestQueue, type Schedulable } from "./request-queue.ts";

/** A request on its way through the scheduler. */
export interface Scheduled extends Schedulable {
  /** µs that the request asked for; 0 asks for nothing. */
  readonly timeoutUs: number;
  /** It left the queue without having been executed. */
  drop(reason: "REJECTED" | "OTHER", error: StatusError): void;
}

export interface SchedulerOptions<T> {
  readonly clock: Clock;
  readonly rule: BatchRule;
  readonly policy: QueuePolicy | undefined;
  /** Whether an instance could start a batch now. */
  readonly idle: () => boolean;
  /** Whether a busy instance could be handed a batch that can't grow any more. */
  readonly takesNext: () => boolean;
  /** Starts a batch on an idle instance, or hands it to one that takes the next. */
  readonly execute: (batch: T[], dispatch: Dispatch) => void;
}

/** One model version's queue: holds requests until the batch rule and an idle instance take them. */
export class Scheduler<T extends Scheduled> implements ModelScheduler<T> {
  readonly #options: SchedulerOptions<T>;
  readonly #queue = new RequestQueue<T>();
  /** What takes an entry out of the queue and ends its timeout. */
  readonly #waiting = new Map<T, () => void>();
  #stopTimer: (() => void) | undefined;
  #deferred = false;

  constructor(options: SchedulerOptions<T>) {
    this.#options = options;
  }

  get queued(): number {
    return this.#queue.size;
  }

  depths(): QueueDepth[] {
    return [{ level: 0, queued: this.#queue.size, delayed: 0 }];
  }

  /** Throws UNAVAILABLE when the queue is full (rule Q1). */
  enqueue(entry: T): void {
    const maxQueueSize = this.#options.policy?.max_queue_size ?? 0;
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

  remove(entry: T): boolean {
    const leave = this.#waiting.get(entry);
    leave?.();
    if (leave !== undefined) this.#dispatchSoon();
    return leave !== undefined;
  }

  /** An instance became idle: a full batch leaves at once, anything else after this turn's arrivals. */
  instanceFreed(): void {
    this.#dispatch(true);
    this.#dispatchSoon();
  }

  /** Drops everything that waits. */
  dropAll(error: StatusError): void {
    for (const entry of this.#take(this.#queue.size)) entry.drop("OTHER", error);
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
      execute(this.#take(plan.send), { reason: plan.reason });
    }
  }

  #take(count: number): T[] {
    const taken = this.#queue.take(count);
    for (const entry of taken) this.#waiting.get(entry)?.();
    return taken;
  }

  #watch(entry: T, unlink: () => void): void {
    const timeoutNs = this.#timeoutNs(entry);
    const stop =
      timeoutNs > 0
        ? this.#options.clock.setTimer(timeoutNs, () => {
            this.remove(entry);
            entry.drop("REJECTED", new StatusError("UNAVAILABLE", "Request timeout expired"));
          })
        : undefined;
    this.#waiting.set(entry, () => {
      this.#waiting.delete(entry);
      unlink();
      stop?.();
    });
  }

  /** A request may shorten the default timeout where the policy lets it, never lengthen it (rule Q2). */
  #timeoutNs({ timeoutUs }: T): number {
    const { policy } = this.#options;
    if (policy === undefined) return 0;
    const byDefault = policy.default_timeout_microseconds;
    const shorter = policy.allow_timeout_override && timeoutUs > 0 && timeoutUs < byDefault;
    return (shorter ? timeoutUs : byDefault) * 1000;
  }
}
