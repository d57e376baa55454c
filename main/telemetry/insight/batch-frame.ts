import type { BatchEvent } from "../../../engine/types.ts";
import type {
  BatchFrame,
  DispatchReason,
  ExecutedBatch,
  ReasonCount,
} from "../../contract/index.ts";

/** 2,000 bars a second are more than a screen shows; the counts by reason include all. */
const MAX_LISTED = 500;

/** Collects the content of one frame. */
export class FrameBuilder {
  readonly #from: number;
  readonly #batches: ExecutedBatch[] = [];
  readonly #reasons = new Map<DispatchReason, ReasonCount>();
  #dropped = 0;

  /** `from`: ms since the epoch. */
  constructor(from: number) {
    this.#from = from;
  }

  /** `startedAt`: the engine's start, ms since the epoch. */
  add(batches: readonly BatchEvent[], dropped: number, startedAt: number): void {
    this.#dropped += dropped;
    for (const batch of batches) {
      this.#count(batch);
      if (this.#batches.length < MAX_LISTED) this.#batches.push(toExecutedBatch(batch, startedAt));
    }
  }

  frame(to: number, problem: string | null): BatchFrame {
    return {
      from: this.#from,
      to,
      batches: this.#batches,
      reasons: [...this.#reasons.values()],
      dropped: this.#dropped,
      problem,
    };
  }

  #count({ reason, requests, items, oldestWaitNs }: BatchEvent): void {
    const known = this.#reasons.get(reason);
    this.#reasons.set(reason, {
      reason,
      batches: (known?.batches ?? 0) + 1,
      requests: (known?.requests ?? 0) + requests,
      items: (known?.items ?? 0) + items,
      oldestWaitMs: (known?.oldestWaitMs ?? 0) + oldestWaitNs / 1e6,
    });
  }
}

function toExecutedBatch(batch: BatchEvent, startedAt: number): ExecutedBatch {
  const { version, instance, requests, items, reason, failed, onServingThread } = batch;
  return {
    version,
    instance,
    at: startedAt + batch.atNs / 1e6,
    requests,
    items,
    reason,
    oldestWaitMs: batch.oldestWaitNs / 1e6,
    meanWaitMs: batch.meanWaitNs / 1e6,
    inputMs: batch.computeInputNs / 1e6,
    inferMs: batch.computeInferNs / 1e6,
    outputMs: batch.computeOutputNs / 1e6,
    failed,
    onServingThread,
  };
}
