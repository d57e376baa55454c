import type { Arrivals } from "../../contract/index.ts";
import { normal, type Random } from "../../wire/index.ts";

/** Gives one arrival after the other, counted in mean gaps from the beginning. Ascending, never ending. */
export type Counts = () => number;

/**
 * Arrivals at unit rate (rules LAB-SCHEDULE-1 to LAB-SCHEDULE-3): constant at 0, 1, 2, …; the others with independent gaps of mean 1 from the
 * beginning on, exponential, or gamma of shape `burstiness` (standard deviation burstiness^−½).
 */
export function unitArrivals(arrivals: Arrivals, random: Random): Counts {
  if (arrivals.kind === "constant") {
    let count = 0;
    return () => count++;
  }
  const gap =
    arrivals.kind === "poisson"
      ? () => -Math.log(1 - random())
      : () => gamma(arrivals.burstiness, random) / arrivals.burstiness;
  let at = 0;
  return () => (at += gap());
}

/** A gamma variate of scale 1 (Marsaglia and Tsang 2000; their boost for shapes below 1). */
export function gamma(shape: number, random: Random): number {
  if (shape < 1) return gamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d * (1 - v + Math.log(v))) return d * v;
  }
}
