import { DISPATCH_REASONS, type ReasonCount } from "../../main/contract/index.ts";

/** Counts of the same reason as one, in the order of the legend; reasons that did not occur are left out. */
export function addReasons(counts: readonly ReasonCount[]): ReasonCount[] {
  return DISPATCH_REASONS.flatMap((reason) => {
    const same = counts.filter((each) => each.reason === reason);
    if (same.length === 0) return [];
    return {
      reason,
      batches: sum(same, ({ batches }) => batches),
      requests: sum(same, ({ requests }) => requests),
      items: sum(same, ({ items }) => items),
      oldestWaitMs: sum(same, ({ oldestWaitMs }) => oldestWaitMs),
    };
  });
}

export function sum<T>(all: readonly T[], read: (each: T) => number): number {
  return all.reduce((total, each) => total + read(each), 0);
}
