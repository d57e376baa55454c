const interned = new Map<string, readonly number[]>();
const MAX_INTERNED = 1000;

/** The same array for the same bounds: thousands of histograms of a fleet share a handful of them. */
export function intern(bounds: readonly number[]): readonly number[] {
  const key = bounds.join(" ");
  const known = interned.get(key);
  if (known) return known;
  if (interned.size >= MAX_INTERNED) interned.clear();
  interned.set(key, bounds);
  return bounds;
}

/** Upper bounds that all have, ascending, Infinity last: only at these the cumulative counts of all are known. */
export function commonBounds(all: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = all;
  const sets = others.filter((each) => each !== first).map((each) => new Set(each));
  const common = first.filter(
    (bound) => Number.isFinite(bound) && sets.every((each) => each.has(bound)),
  );
  return [...common.sort((a, b) => a - b), Infinity];
}

/** Converts cumulative counts, which must not fall, to counts per bucket. */
export function perBucket(cumulative: readonly number[], count: number): number[] {
  let below = 0;
  return cumulative.map((each) => {
    const upTo = Math.min(Math.max(below, Number.isFinite(each) ? each : below), count);
    const own = upTo - below;
    below = upTo;
    return own;
  });
}

/** Counts for other bounds, which are among `from`, or Infinity. */
export function rebucket(
  counts: readonly number[],
  from: readonly number[],
  to: readonly number[],
): readonly number[] {
  if (from === to) return counts;
  const merged = to.map(() => 0);
  let at = 0;
  from.forEach((bound, index) => {
    while (at < to.length - 1 && bound > (to[at] ?? Infinity)) at++;
    merged[at] = (merged[at] ?? 0) + (counts[index] ?? 0);
  });
  return merged;
}

export interface Quantile {
  readonly value: number;
  /** It is above the largest finite bound, which is `value`. */
  readonly beyond: boolean;
}

/**
 * The quantile `q`, interpolated evenly within its bucket, like Prometheus' histogram_quantile (prometheus/prometheus
 * promql/quantile.go, bucketQuantile). Null if nothing was counted, or no bound is finite.
 */
export function interpolateQuantile(
  q: number,
  bounds: readonly number[],
  counts: readonly number[],
): Quantile | null {
  const total = counts.reduce((sum, each) => sum + each, 0);
  const last = bounds.length - 1;
  if (!(total > 0) || last < 1) return null;
  const rank = q * total;
  let below = 0;
  for (let index = 0; index < last; index++) {
    const own = counts[index] ?? 0;
    const upper = bounds[index] ?? Infinity;
    if (below + own < rank || own === 0) {
      below += own;
      continue;
    }
    if (index === 0 && upper <= 0) return { value: upper, beyond: false };
    const lower = index === 0 ? 0 : (bounds[index - 1] ?? 0);
    const share = Math.max(0, rank - below) / own;
    return { value: lower + (upper - lower) * share, beyond: false };
  }
  return { value: bounds[last - 1] ?? 0, beyond: true };
}
