import type { ModelStatistics } from "../../engine/types.ts";

/** Executions of one batch size. */
export interface BatchExecutions {
  readonly size: number;
  readonly count: number;
  /** Mean of input, infer and output together, ns. */
  readonly ns: number;
}

/** Executions by batch size from `batch_stats`, all versions of a model together, sizes ascending (SIM-5). */
export function batchExecutions(statistics: readonly ModelStatistics[]): BatchExecutions[] {
  return [...totals(statistics)]
    .map(([size, { count, ns }]) => ({ size, count, ns: ns / count }))
    .toSorted((a, b) => a.size - b.size);
}

/** Executions between two readings. A size with fewer than before was reset: all of `after` ran since. */
export function executionsBetween(
  before: readonly ModelStatistics[],
  after: readonly ModelStatistics[],
): BatchExecutions[] {
  const earlier = totals(before);
  const later = totals(after);
  const isReset = [...earlier].some(([size, { count }]) => (later.get(size)?.count ?? 0) < count);
  if (isReset) return batchExecutions(after);
  return [...later].flatMap(([size, { count, ns }]) => {
    const was = earlier.get(size) ?? { count: 0, ns: 0 };
    const grown = count - was.count;
    return grown > 0 ? [{ size, count: grown, ns: (ns - was.ns) / grown }] : [];
  });
}

function totals(statistics: readonly ModelStatistics[]) {
  const bySize = new Map<number, { count: number; ns: number }>();
  for (const { batch_stats } of statistics) {
    for (const { batch_size: size, compute_input, compute_infer, compute_output } of batch_stats) {
      const { count } = compute_infer;
      if (!(size >= 1) || !(count > 0)) continue;
      const sum = bySize.get(size) ?? { count: 0, ns: 0 };
      sum.count += count;
      sum.ns += compute_input.ns + compute_infer.ns + compute_output.ns;
      bySize.set(size, sum);
    }
  }
  return bySize;
}

/** Load during a span of batches. */
interface Parallel {
  readonly instances: number;
  /** Items of all requests that can be in flight at once; null: as many as arrive. */
  readonly maxItems: number | null;
  /** The span in which all batches ran. */
  readonly spanNs: number;
}

/** How many instances were busy while one of these batches ran, on average, its own included. */
export function busyDuring(
  executions: readonly BatchExecutions[],
  { instances, maxItems, spanNs }: Parallel,
): number {
  const sum = (of: (each: BatchExecutions) => number) =>
    executions.reduce((total, each) => total + of(each), 0);
  const totalNs = sum(({ count, ns }) => count * ns);
  const meanSize = sum(({ count, size }) => count * size) / sum(({ count }) => count);
  const most = Math.max(1, Math.min(instances, (maxItems ?? Infinity) / (meanSize || 1)));
  const busy = Math.min(most, spanNs > 0 ? totalNs / spanNs : most);
  // The others are assumed as busy as the average instance.
  return 1 + (busy * (most - 1)) / most;
}
