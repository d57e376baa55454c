import type { Percentile } from "../../../contract/index.ts";
import type { Spread } from "./spread.ts";

/** GuideLLM's percentiles by its names (guidellm 0.8.1, schemas/base/statistics.py, `Percentiles`). */
const PERCENTILES = {
  p001: 0.1,
  p01: 1,
  p05: 5,
  p10: 10,
  p25: 25,
  p50: 50,
  p75: 75,
  p90: 90,
  p95: 95,
  p99: 99,
  p999: 99.9,
} as const;
type Name = keyof typeof PERCENTILES;

type Intervals = Partial<Record<Name, Percentile>>;

const mapPercentiles = <T>(value: (name: Name, percentile: number) => T) =>
  Object.fromEntries(
    Object.entries(PERCENTILES).map(([name, percentile]) => [
      name,
      value(name as Name, percentile),
    ]),
  );

/** A DistributionSummary. `scale`: written units per ms. The median replaces the mode. */
function distribution(spread: Spread, scale = 1, intervals: Intervals = {}) {
  const { count, mean, deviation, min, max, at } = spread;
  const interval = (of: Percentile | undefined) =>
    of ? { lower: of.low * scale, upper: of.high * scale } : null;
  return {
    mean: mean * scale,
    median: at(50) * scale,
    mode: at(50) * scale,
    variance: (deviation * scale) ** 2,
    std_dev: deviation * scale,
    min: min * scale,
    max: max * scale,
    count,
    total_sum: mean * count * scale,
    percentiles: mapPercentiles((_, percentile) => at(percentile) * scale),
    percentile_cis: mapPercentiles((name) => interval(intervals[name])),
  };
}

const constantSpread = (value: number, count: number): Spread => ({
  count,
  mean: value,
  deviation: 0,
  min: value,
  max: value,
  at: () => value,
});

const NONE = distribution(constantSpread(0, 0));

const ofSuccesses = (successful: ReturnType<typeof distribution>) => ({
  successful,
  errored: NONE,
  incomplete: NONE,
  total: successful,
});

/** Distribution of the successes; failed requests have no times. */
export const timesByStatus = (spread: Spread, scale = 1, intervals: Intervals = {}) =>
  ofSuccesses(distribution(spread, scale, intervals));

/** A distribution with a known mean only, which replaces each of `count` values. */
export const meanByStatus = (mean: number, count: number) =>
  ofSuccesses(count === 0 ? NONE : distribution(constantSpread(mean, count)));
