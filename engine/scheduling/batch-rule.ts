import type { Place, Schedulable } from "./request-queue.ts";

/** What to do with the queue while an instance is idle. */
interface BatchPlan {
  /** Requests to send now as one batch; 0 waits. */
  readonly send: number;
  /** Whether waiting could not have made the batch larger. */
  readonly full: boolean;
  /** ns until the rule decides otherwise by itself; only while waiting. */
  readonly waitNs: number;
}

export type BatchRule = (first: Place<Schedulable>, now: number) => BatchPlan;

const send = (count: number, full: boolean): BatchPlan => ({ send: count, full, waitNs: 0 });

/** Without dynamic batching every request is a batch of its own (rule B1). */
export const oneByOne: BatchRule = () => send(1, true);

export interface DynamicBatchLimits {
  readonly maxBatchSize: number;
  /** Empty: the maximum is the only preferred size (rule B3). */
  readonly preferredSizes: readonly number[];
  readonly maxDelayNs: number;
}

/** Triton's dynamic batcher as a pure function of the queue and the time; rules B2 to B8 of SPEC.md. */
export function dynamicBatchRule(limits: DynamicBatchLimits): BatchRule {
  const { maxBatchSize, maxDelayNs } = limits;
  const preferred = new Set(
    limits.preferredSizes.length > 0 ? limits.preferredSizes : [maxBatchSize],
  );
  const largestPreferred = Math.max(...preferred);

  return (first, now) => {
    let requests = 0;
    let items = 0;
    let best = 0;
    let cannotGrow = false;
    for (let place: Place<Schedulable> | undefined = first; place; place = place.next) {
      const { entry } = place;
      if (requests > 0) {
        if (best === 0 && items + entry.items > largestPreferred) best = requests;
        cannotGrow = items + entry.items > maxBatchSize || entry.shapeKey !== first.entry.shapeKey;
        if (cannotGrow) break;
      }
      requests += 1;
      items += entry.items;
      if (preferred.has(items)) best = requests;
    }

    const age = now - first.entry.queuedAt;
    const delayOver = maxDelayNs > 0 && age >= maxDelayNs;
    const full = cannotGrow || items >= largestPreferred;
    if (best > 0 && !delayOver) return send(best, full);
    if (full || delayOver || maxDelayNs === 0) return send(requests, full);
    return { send: 0, full: false, waitNs: maxDelayNs - age };
  };
}
