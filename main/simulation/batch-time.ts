import { normal, type Random, seededRandom } from "../wire/index.ts";

/** Mean time of a batch with this number of items, ns. */
export interface SizeTime {
  readonly size: number;
  readonly ns: number;
}

/** Times of single batches of one size in the order in which they ran, each as a share of their mean. */
export interface SizeFactors {
  readonly size: number;
  readonly factors: readonly number[];
}

/** Batch times on a model's instances. */
export interface CostModel {
  /** Measured sizes, ascending; at least one. */
  readonly times: readonly SizeTime[];
  /** Standard deviation of a batch's time as a share of its mean, used if no single batches are known. */
  readonly variation: number;
  /** Variation of single batches, sizes ascending; absent or empty: by `variation`. */
  readonly factors?: readonly SizeFactors[];
  /** Share by which each further busy instance lengthens a batch: 0 on separate cores, 1 on a shared core. */
  readonly slowdown: number;
  /** Cores that instances share which are processes with one interpreter each (rule SIM-17); absent: not known, or no processes. */
  readonly cores?: number | undefined;
}

/** Makes times that never fall with the size (pool adjacent violators, weights by count; Barlow 1972). */
export function monotone(
  points: readonly (SizeTime & { readonly count: number })[],
): readonly SizeTime[] {
  const sorted = points.toSorted((a, b) => a.size - b.size);
  const pools: { sizes: number[]; ns: number; count: number }[] = [];
  for (const { size, ns, count } of sorted) {
    pools.push({ sizes: [size], ns, count });
    for (;;) {
      const [before, last] = pools.slice(-2);
      if (!before || !last || before.ns <= last.ns) break;
      const total = before.count + last.count;
      pools.splice(-2, 2, {
        sizes: [...before.sizes, ...last.sizes],
        ns: (before.ns * before.count + last.ns * last.count) / total,
        count: total,
      });
    }
  }
  return pools.flatMap(({ sizes, ns }) => sizes.map((size) => ({ size, ns })));
}

/**
 * Mean time of a batch of any size, ns (SIM-4): linear between measured sizes; beyond the largest as between it and the
 * size nearest to half of it; below the smallest, a tenth of it doesn't depend on the size.
 */
export function meanTime(times: readonly SizeTime[], size: number): number {
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last) throw new RangeError("times: at least one measured batch size is needed");
  if (size <= first.size) {
    const fixed = first.ns * FIXED_SHARE;
    return fixed + ((first.ns - fixed) * size) / first.size;
  }
  if (times.length === 1) {
    return (last.ns * (FIXED_SHARE * last.size + (1 - FIXED_SHARE) * size)) / last.size;
  }
  const next = times.findIndex((each) => each.size >= size);
  const high = next === -1 ? last : (times[next] as SizeTime);
  const low = next === -1 ? nearestTo(last.size / 2, times.slice(0, -1)) : times[next - 1];
  const { size: from, ns } = low as SizeTime;
  return ns + ((high.ns - ns) * (size - from)) / (high.size - from);
}

const nearestTo = (size: number, times: readonly SizeTime[]) =>
  times.reduce((best, each) =>
    Math.abs(each.size - size) < Math.abs(best.size - size) ? each : best,
  );

const FIXED_SHARE = 0.1;

/** Size of the table of factors: drawing one per batch would take a fifth of the simulation's time. */
const FACTORS = 8192;
const factorsByVariation = new Map<number, Float64Array>();

/** Log-normal with a mean of 1, the same for the same variation. */
function factorsFor(variation: number): Float64Array {
  let factors = factorsByVariation.get(variation);
  if (!factors) {
    const sigma = Math.sqrt(Math.log(1 + variation * variation));
    const random = seededRandom(FACTORS);
    factors = Float64Array.from({ length: FACTORS }, () =>
      Math.exp(sigma * normal(random) - (sigma * sigma) / 2),
    );
    if (factorsByVariation.size >= 8) factorsByVariation.clear();
    factorsByVariation.set(variation, factors);
  }
  return factors;
}

/** Draws times of batches, ns, around the mean of their size and the number of busy instances. */
export function batchTimes(
  { times, variation, slowdown, factors, cores = Infinity }: CostModel,
  random: Random,
): (size: number, busy: number) => number {
  const means: number[] = [];
  const draw = factors?.length ? resampled(factors, random) : logNormal(variation, random);
  return (size, busy) => {
    const mean = (means[size] ??= meanTime(times, size));
    return mean * Math.max(1 + slowdown * (busy - 1), busy / cores) * draw(size);
  };
}

type DrawFactor = (size: number) => number;

function logNormal(variation: number, random: Random): DrawFactor {
  const factors = factorsFor(variation);
  return () => factors[(random() * FACTORS) | 0] as number;
}

/** Consecutive batches drawn in the measured order, since slow ones cluster. */
const BLOCK = 16;

/** Measured times of the nearest size, in blocks of consecutive batches (SIM-15). */
function resampled(measured: readonly SizeFactors[], random: Random): DrawFactor {
  const series = measured.map((each) => ({ ...each, at: 0, left: 0 }));
  const nearest: (typeof series)[number][] = [];
  const distance = (each: SizeFactors, size: number) => Math.abs(Math.log2(each.size / size));
  return (size) => {
    const own = (nearest[size] ??= series.reduce((best, each) =>
      distance(each, size) < distance(best, size) ? each : best,
    ));
    if (own.left === 0) {
      own.at = (random() * own.factors.length) | 0;
      own.left = BLOCK;
    }
    own.left -= 1;
    if (own.at === own.factors.length) own.at = 0;
    return own.factors[own.at++] as number;
  };
}
