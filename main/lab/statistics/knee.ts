export interface LoadPoint {
  readonly throughput: number;
  /** Median or a percentile, any unit. */
  readonly latency: number;
}

/** At the heaviest load the power must have fallen to this share of the maximum: less is noise, not a passed knee. */
const FALLEN = 0.9;

/**
 * The index of the knee of a curve whose points are in order of load: where power, throughput over latency, is highest
 * (Kleinrock, "Power and deterministic rules of thumb", 1979). Before it more load adds more throughput than latency,
 * after it the reverse. Null if the load never passed it, or with fewer than two usable points.
 */
export function knee(points: readonly LoadPoint[]): number | null {
  const powers = points.map(({ throughput, latency }) =>
    throughput > 0 && latency > 0 ? throughput / latency : Number.NaN,
  );
  const usable = powers.filter((power) => Number.isFinite(power));
  const last = usable.at(-1);
  if (last === undefined) return null;
  const highest = Math.max(...usable);
  return last <= FALLEN * highest ? powers.indexOf(highest) : null;
}
