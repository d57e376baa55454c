import type { BatchJob, Job } from "../../models/job.ts";
import type { StatusError } from "../../../base/status-error.ts";
import { type DynamicBatchLimits, dynamicBatchRule } from "../batch-rule.ts";
import { QueuePolicies } from "../queue-policies.ts";
import { type Scheduled, Scheduler } from "../scheduler.ts";
import { cancelled } from "./refusals.ts";
import type { Slot } from "./sequence.ts";
import { makeSlots, type SlotBatcher, type SlotBatcherOptions } from "./slot-batcher.ts";

/** A request in the dynamic batcher; each slot has at most one. */
interface Issued extends Scheduled {
  readonly job: BatchJob;
}

/** The oldest strategy (rules SEQ-11 and SEQ-12): a dynamic batcher over the sequences in the instance's slots. */
export class OldestBatcher implements SlotBatcher {
  readonly slots: readonly Slot[];
  readonly #options: SlotBatcherOptions;
  readonly #batcher: Scheduler<Issued>;
  readonly #issued = new Map<Job, Issued>();
  readonly #inFlight = new Set<Slot>();

  constructor(options: SlotBatcherOptions, slots: number, limits: DynamicBatchLimits) {
    const { instance, pool, clock, execute } = options;
    this.#options = options;
    this.slots = makeSlots(instance, slots);
    this.#batcher = new Scheduler<Issued>({
      clock,
      rule: dynamicBatchRule(limits),
      policies: new QueuePolicies(),
      idle: () => pool.isIdle(instance),
      takesNext: () => pool.takesNext,
      // The sequences' next requests follow in this turn.
      takesAtOnce: () => false,
      execute: (batch, dispatch) =>
        execute(
          batch.map(({ job }) => job),
          { ...dispatch, slot: instance },
        ),
    });
  }

  get queued(): number {
    return this.#batcher.queued;
  }

  wake(slot: Slot): void {
    if (this.#inFlight.has(slot)) return;
    const { clock, tensors, take, onFailed } = this.#options;
    const [next] = slot.sequence?.waiting ?? [];
    if (next === undefined || slot.sequence === undefined) return;
    // Taking a sequence's last request frees the slot for another sequence, which waits until this request has ended.
    this.#inFlight.add(slot);
    const shapeKey = tensors.shapeKey(slot.sequence, next);
    const taken = take(slot);
    if (taken === undefined) return;
    const { sequence, request } = taken;
    const job = tensors.job(sequence, request, (failed) => {
      this.#issued.delete(request.job);
      this.#inFlight.delete(slot);
      if (failed) onFailed();
      this.wake(slot);
    });
    const issued: Issued = {
      job,
      items: 1,
      shapeKey,
      priority: 0,
      timeoutUs: 0,
      queuedAt: clock.now(),
      drop: (reason, error) => job.failed(reason, error),
    };
    this.#issued.set(request.job, issued);
    this.#batcher.enqueue(issued);
  }

  freed(inTurn?: boolean): void {
    this.#batcher.instanceFreed(inTurn);
  }

  /** The sequence continues with its next request. */
  remove(job: Job): boolean {
    const issued = this.#issued.get(job);
    if (issued === undefined || !this.#batcher.remove(issued)) return false;
    issued.job.failed("CANCELED", cancelled());
    return true;
  }

  dropAll(error: StatusError): void {
    this.#batcher.dropAll(error);
  }
}
