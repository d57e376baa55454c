import { StatusError } from "../../base/status-error.ts";
import type { QueueDepth } from "../types.ts";
import { Alarm } from "./alarm.ts";
import type { BatchRule } from "./batch-rule.ts";
import type { EngineClock } from "./clock.ts";
import type { Dispatch, ModelScheduler } from "./model-scheduler.ts";
import { type QueuePolicies, timeoutNs } from "./queue-policies.ts";
import { RequestQueue, type Schedulable } from "./request-queue.ts";

/** A request on its way through the scheduler. */
export interface Scheduled extends Schedulable {
  /** The request's own timeout, µs; 0: none. */
  readonly timeoutUs: number;
  /** It left the queue without having been executed. */
  drop(reason: "REJECTED" | "OTHER", error: StatusError): void;
}

export interface SchedulerOptions<T> {
  readonly clock: EngineClock;
  readonly rule: BatchRule;
  readonly policies: QueuePolicies;
  /** Whether an instance could start a batch now. */
  readonly idle: () => boolean;
  /** Whether a busy instance could be assigned a batch that can't grow any more. */
  readonly takesNext: () => boolean;
  /** Whether an instance that becomes idle takes a batch at once, without the arrivals of this turn (rule SCHED-B9). */
  readonly takesAtOnce: () => boolean;
  /** Starts a batch on an idle instance, or assigns it to one that takes the next. */
  readonly execute: (batch: T[], dispatch: Dispatch) => void;
}

/** One model version's queue: holds requests until the batch rule and an idle instance take them. */
export class Scheduler<T extends Scheduled> implements ModelScheduler<T> {
  readonly #options: SchedulerOptions<T>;
  readonly #queue: RequestQueue<T>;
  /** Fires when a batch has been held for the batching delay. */
  readonly #delay: Alarm;
  /** Fires when a request may have waited too long: never after the earliest deadline. */
  readonly #expiry: Alarm;
  #deferred = false;
  readonly #dispatchDeferred = () => {
    this.#deferred = false;
    this.#dispatch(false);
  };

  constructor(options: SchedulerOptions<T>) {
    const { clock, policies } = options;
    this.#options = options;
    this.#queue = new RequestQueue(policies.levels);
    this.#delay = new Alarm(clock, () => this.#dispatch(false));
    const onExpiry = () => {
      if (this.#expire(clock.now())) this.#dispatchSoon();
    };
    // Coarse: deadlines less than a millisecond apart are not worth a busy event loop.
    this.#expiry = new Alarm(clock, onExpiry, true);
  }

  get queued(): number {
    return this.#queue.size;
  }

  depths(): QueueDepth[] {
    return this.#queue.depths();
  }

  /** Throws UNAVAILABLE when the request's level is full (rule SCHED-Q1). */
  enqueue(entry: T): void {
    const { policies } = this.#options;
    const level = policies.levelFor(entry.priority);
    const policy = policies.of(level);
    if (this.#full(level, policy.max_queue_size)) {
      // Requests that are about to leave for an idle instance don't count as waiting.
      this.#dispatch(false);
      if (this.#full(level, policy.max_queue_size)) {
        throw new StatusError("UNAVAILABLE", "Exceeds maximum queue size");
      }
    }
    const deadline = entry.queuedAt + timeoutNs(policy, entry.timeoutUs);
    this.#queue.push(entry, level, deadline);
    this.#expiry.set(deadline);
    this.#dispatchSoon();
  }

  remove(entry: T): boolean {
    const waited = this.#queue.remove(entry);
    if (waited) this.#dispatchSoon();
    return waited;
  }

  /** A full batch leaves at once, and so does any other `inTurn` or after a long run; otherwise it waits for the arrivals of this turn of the event loop. */
  instanceFreed(inTurn = false): void {
    this.#dispatch(!inTurn && !this.#options.takesAtOnce());
    this.#dispatchSoon();
  }

  /** Drops everything that waits. */
  dropAll(error: StatusError): void {
    for (const entry of this.#queue.take(this.#queue.size)) entry.drop("OTHER", error);
    if (this.#queue.size === 0) this.#delay.clear();
  }

  #full(level: number, limit: number): boolean {
    return limit > 0 && this.#queue.levelSize(level) >= limit;
  }

  #dispatchSoon(): void {
    const { idle, takesNext } = this.#options;
    // A timer without a purpose would keep a drained process from ending.
    if (this.#queue.size === 0) return this.#delay.clear();
    if (this.#deferred || !(idle() || takesNext())) return;
    this.#deferred = true;
    this.#options.clock.defer(this.#dispatchDeferred);
  }

  #dispatch(onlyFull: boolean): void {
    const { clock, rule, idle, takesNext, execute } = this.#options;
    if (this.#expiry.due < Infinity) this.#expireDue();
    let due = Infinity;
    for (let first = this.#queue.first; first; first = this.#queue.first) {
      const ahead = !idle();
      if (ahead && !takesNext()) break;
      const now = clock.now();
      const plan = rule(first, now);
      if ((onlyFull || ahead) && !plan.full) break;
      if (plan.send === 0) {
        due = now + plan.waitNs;
        break;
      }
      const batch = this.#queue.take(plan.send);
      execute(batch, { reason: plan.reason, isLast: this.#queue.size === 0 });
    }
    if (due === Infinity) this.#delay.clear();
    else this.#delay.set(due);
  }

  #expireDue(): void {
    const now = this.#options.clock.now();
    if (this.#expiry.due <= now) this.#expire(now);
  }

  /** Rejects or delays every request whose timeout is over (rule SCHED-Q2); returns whether there was one. */
  #expire(now: number): boolean {
    const { policies } = this.#options;
    let any = false;
    let earliest = this.#queue.earliest();
    for (; earliest && earliest.deadline <= now; earliest = this.#queue.earliest()) {
      const { entry } = earliest;
      any = true;
      if (policies.of(policies.levelFor(entry.priority)).timeout_action === "DELAY") {
        this.#queue.delay(entry);
      } else {
        this.#queue.remove(entry);
        entry.drop("REJECTED", new StatusError("UNAVAILABLE", "Request timeout expired"));
      }
    }
    this.#expiry.clear();
    this.#expiry.set(earliest?.deadline ?? Infinity);
    return any;
  }
}
