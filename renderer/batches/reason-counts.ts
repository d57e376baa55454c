import { DISPATCH_REASONS, type ReasonCount } from "../../main/contract/index.ts";

/** Adds up counts of the same reason, in the order of the legend, without zeros. */
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
