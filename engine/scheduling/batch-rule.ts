import type { DispatchReason } from "../types.ts";
import type { Place, Schedulable } from "./request-queue.ts";

/** What to do with the queue while an instance is idle. */
interface BatchPlan {
  /** Requests to send now as one batch; 0 waits. */
  readonly send: number;
  readonly reason: DispatchReason;
  /** Whether waiting could not have made the batch larger. */
  readonly full: boolean;
  /** ns until the rule decides differently without an event; only while waiting. */
  readonly waitNs: number;
}

export type BatchRule = (first: Place<Schedulable>, now: number) => BatchPlan;

const send = (count: number, full: boolean, reason: DispatchReason): BatchPlan => ({
  send: count,
  full,
  reason,
  waitNs: 0,
});

/** Without dynamic batching every request is a batch of its own (rule SCHED-B1). */
export const oneByOne: BatchRule = () => send(1, true, "idle");

export interface DynamicBatchLimits {
  readonly maxBatchSize: number;
  /** Empty: the maximum is the only preferred size (rule SCHED-B3). */
  readonly preferredSizes: readonly number[];
  readonly maxDelayNs: number;
}

/** Triton's dynamic batcher as a pure function of the queue and the time; rules SCHED-B2 to SCHED-B8 of SPEC.md. */
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
    let bestReason: DispatchReason = "preferred";
    let stop: DispatchReason | undefined;
    let oldest = first.entry.queuedAt;
    for (let place: Place<Schedulable> | undefined = first; place; place = place.next) {
      const { entry } = place;
      if (requests > 0) {
        if (best === 0 && items + entry.items > largestPreferred) {
          best = requests;
          bestReason = "forced";
        }
        if (items + entry.items > maxBatchSize) stop = "forced";
        else if (entry.shapeKey !== first.entry.shapeKey) stop = "shape";
        if (stop !== undefined) break;
      }
      requests += 1;
      items += entry.items;
      // With priorities or delayed requests the first one need not be the oldest.
      if (entry.queuedAt < oldest) oldest = entry.queuedAt;
      if (preferred.has(items)) {
        best = requests;
        bestReason = items === largestPreferred ? "full" : "preferred";
      }
    }

    const age = now - oldest;
    const delayOver = maxDelayNs > 0 && age >= maxDelayNs;
    const full = stop !== undefined || items >= largestPreferred;
    if (best > 0 && !delayOver) return send(best, full, bestReason);
    if (full) return send(requests, true, stop ?? "full");
    if (delayOver) return send(requests, false, "delay");
    if (maxDelayNs === 0) return send(requests, false, "idle");
    return { send: 0, full: false, reason: "idle", waitNs: maxDelayNs - age };
  };
}
