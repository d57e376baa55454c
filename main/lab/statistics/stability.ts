import { checkedCount } from "./checked.ts";

export interface StabilityWindow {
  readonly throughput: number;
  /** Mean or a percentile, any unit; null if the window saw no success. */
  readonly latency: number | null;
}

export interface Stability {
  readonly isStable: boolean;
  /** Highest over lowest of the newest windows; null with too few windows, or if one lacks the figure. */
  readonly throughputRatio: number | null;
  readonly latencyRatio: number | null;
}

/**
 * perf_analyzer's rule (`inference_profiler.cc`, DetermineStability): of the newest `count` windows none is without
 * throughput, and highest over lowest is at most 1 + percentage/100, of throughput and of latency.
 */
export function stability(
  windows: readonly StabilityWindow[],
  options: { readonly percentage?: number; readonly count?: number } = {},
): Stability {
  const { percentage = 10 } = options;
  const count = checkedCount("count", options.count ?? 3, 1);
  const newest = windows.slice(-count);
  const ratio = (values: readonly (number | null)[]) =>
    newest.length < count ? null : computeRatio(values);
  const throughputRatio = ratio(newest.map((window) => window.throughput));
  const latencyRatio = ratio(newest.map((window) => window.latency));
  const within = (value: number | null) => value !== null && value <= 1 + percentage / 100;
  return {
    isStable: within(throughputRatio) && within(latencyRatio),
    throughputRatio,
    latencyRatio,
  };
}

function computeRatio(values: readonly (number | null)[]): number | null {
  const positive = values.flatMap((value) => (value !== null && value > 0 ? value : []));
  return positive.length < values.length ? null : Math.max(...positive) / Math.min(...positive);
}
