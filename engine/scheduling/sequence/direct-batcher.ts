import type { BatchJob } from "../../models/job.ts";
import type { DispatchReason } from "../../types.ts";
import type { Sequence, SequenceRequest, Slot } from "./sequence.ts";
import { makeSlots, type SlotBatcher, type SlotBatcherOptions } from "./slot-batcher.ts";

export interface DirectLimits {
  readonly slots: number;
  readonly maxDelayNs: number;
  /** Share of ready slots, 0 to 1, from which a batch runs without waiting for others. */
  readonly minimumUtilization: number;
}

interface Ready {
  readonly slot: Slot;
  readonly sequence: Sequence;
  readonly request: SequenceRequest;
}

/** The direct strategy (rules SEQ-8 to SEQ-10): each sequence has a fixed slot in the instance's batches. */
export class DirectBatcher implements SlotBatcher {
  readonly slots: readonly Slot[];
  readonly queued = 0;
  readonly #options: SlotBatcherOptions;
  readonly #limits: DirectLimits;
  /** Number of requests in the running batch. */
  #running = 0;
  #deferred = false;
  #stopTimer: (() => void) | undefined;

  constructor(options: SlotBatcherOptions, limits: DirectLimits) {
    this.#options = options;
    this.#limits = limits;
    this.slots = makeSlots(options.instance, limits.slots);
  }

  wake(): void {
    this.freed();
  }

  freed(inTurn = false): void {
    if (inTurn) return this.#dispatch();
    if (this.#deferred || this.#running > 0) return;
    this.#deferred = true;
    this.#options.clock.defer(() => {
      this.#deferred = false;
      this.#dispatch();
    });
  }

  remove(): boolean {
    return false;
  }

  dropAll(): void {
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #dispatch(): void {
    this.#stopWaiting();
    const { pool, clock, instance, execute } = this.#options;
    const ready = this.#ready();
    if (ready.length === 0 || this.#running > 0) return;
    const { reason, waitNs } = this.#plan(ready);
    if (waitNs > 0) {
      this.#stopTimer = clock.setTimer(waitNs, () => this.#dispatch());
    } else if (pool.isIdle(instance)) {
      execute(this.#batch(ready), { reason, slot: instance });
    }
  }

  #ready(): Ready[] {
    return this.slots.flatMap((slot) => {
      const { sequence } = slot;
      const request = sequence?.waiting[0];
      return sequence && request ? [{ slot, sequence, request }] : [];
    });
  }

  #plan(ready: readonly Ready[]): { reason: DispatchReason; waitNs: number } {
    const { slots, maxDelayNs, minimumUtilization } = this.#limits;
    if (ready.length === slots) return { reason: "full", waitNs: 0 };
    if (maxDelayNs === 0 || minimumUtilization === 0) return { reason: "idle", waitNs: 0 };
    if (ready.length / slots >= minimumUtilization) return { reason: "preferred", waitNs: 0 };
    const oldest = Math.min(...ready.map(({ request }) => request.job.queuedAt));
    return { reason: "delay", waitNs: oldest + maxDelayNs - this.#options.clock.now() };
  }

  /** One job per slot up to the highest ready one; null jobs for slots without a request that fits the first. */
  #batch(ready: readonly Ready[]): BatchJob[] {
    const { tensors, take } = this.#options;
    const [example] = ready;
    if (example === undefined) return [];
    const key = tensors.shapeKey(example.sequence, example.request);
    let nothing: BatchJob | undefined;
    const jobs: BatchJob[] = [];
    let next = 0;
    for (let index = 0; index <= (ready.at(-1)?.slot.index ?? 0); index++) {
      const found = ready[next]?.slot.index === index ? ready[next++] : undefined;
      const fits = found && tensors.shapeKey(found.sequence, found.request) === key;
      const taken = fits ? take(found.slot) : undefined;
      if (taken) {
        jobs.push(tensors.job(taken.sequence, taken.request, this.#over));
        this.#running += 1;
      } else {
        nothing ??= tensors.nullJob(example.sequence, example.request);
        jobs.push(nothing);
      }
    }
    return jobs;
  }

  readonly #over = (failed: boolean): void => {
    this.#running -= 1;
    if (failed) this.#options.onFailed();
    this.freed();
  };
}
