import type { Steps } from "../../base/steps.ts";
import { monotone, type SizeTime } from "./batch-time.ts";
import { averagedProcess, type Estimate, posterior, smooth } from "./gaussian-process.ts";
import type { BatchSample } from "./learn-cost.ts";

/** Executions, with the error of their mean as a share. */
export interface NoisySample extends BatchSample {
  readonly noise: number;
}

/** Deviations of times from the assumed curve, and the doublings of the size over which they are similar. */
const KERNELS = [0.02, 0.1, 0.3].flatMap((local) =>
  [0.25, 1].map((length) => ({ covariance: smooth({ shared: 0.1, local, length }), weight: 1 })),
);
/** The time is a line over the size itself, or over its padding to powers of two or multiples. */
const PADDINGS: readonly ((size: number) => number)[] = [
  (size) => size,
  (size) => 2 ** Math.ceil(Math.log2(size)),
  ...[4, 8, 16, 32].map((tile) => (size: number) => tile * Math.ceil(size / tile)),
];
/** Fewer sizes don't show a curve. */
const MIN_SIZES = 3;

interface MergedTime {
  readonly size: number;
  /** Logarithm of ns while one instance is busy. */
  readonly value: number;
  readonly noise: number;
}

/**
 * Batch times while one instance is busy, as a curve through all measurements: a line over the size or the padded size, plus
 * deviations that the measurements show beyond their noise (SEARCH-22).
 */
export function* smoothTimes(
  samples: readonly NoisySample[],
  slowdown: number,
): Steps<readonly SizeTime[]> {
  const merged = mergedTimes(samples, slowdown);
  const sizes = sizesUpTo(merged.at(-1)?.size ?? 0);
  const curves: Curve[] = [];
  if (merged.length >= MIN_SIZES) {
    for (const padded of PADDINGS) {
      const curve = curveThrough(merged, sizes, padded);
      if (curve) curves.push(curve);
      yield;
    }
  }
  if (curves.length === 0) {
    return monotone(merged.map(({ size, value, noise }) => toWeightedTime(size, value, noise)));
  }
  const { weights } = posterior(curves.map(({ evidence }) => evidence));
  return monotone(
    sizes.map((size, i) => {
      const mean = (read: (estimate: Estimate) => number) =>
        curves.reduce(
          (sum, { estimates }, j) => sum + (weights[j] as number) * read(estimates[i] as Estimate),
          0,
        );
      return toWeightedTime(
        size,
        mean((estimate) => estimate.mean),
        mean(({ deviation }) => Math.max(deviation, 1e-3)),
      );
    }),
  );
}

/** Every size; if they are many, increasingly fewer of the large ones. */
function sizesUpTo(largest: number): number[] {
  const all: number[] = [];
  for (let size = 1; size < largest; size += Math.max(1, size >> 6)) all.push(size);
  return largest > 0 ? [...all, largest] : [];
}

const toWeightedTime = (size: number, logNs: number, noise: number) => ({
  size,
  ns: Math.exp(logNs),
  count: 1 / noise ** 2,
});

/** Logarithms of ns at each size, and the likelihood of the measurements. */
interface Curve {
  readonly estimates: readonly Estimate[];
  readonly evidence: number;
}

function curveThrough(
  times: readonly MergedTime[],
  sizes: readonly number[],
  padded: (size: number) => number,
): Curve | null {
  const line = lineThrough(times.map((each) => ({ ...each, size: padded(each.size) })));
  if (!line) return null;
  const base = (size: number) => Math.log(line(padded(size)));
  const process = averagedProcess(
    times.map(({ size, value, noise }) => ({
      at: [Math.log2(size)],
      value: value - base(size),
      noise,
    })),
    KERNELS,
  );
  const estimates = sizes.map((size) => {
    const { mean, deviation } = process.at([Math.log2(size)]);
    return { mean: base(size) + mean, deviation };
  });
  return { estimates, evidence: process.evidence };
}

/** One entry per size, weighed by noise. */
function mergedTimes(samples: readonly NoisySample[], slowdown: number): MergedTime[] {
  return [...Map.groupBy(samples, ({ size }) => size)]
    .map(([size, same]) => {
      let [weight, weighted] = [0, 0];
      for (const { ns, busy, noise } of same) {
        const each = 1 / noise ** 2;
        weight += each;
        weighted += each * Math.log(ns / (1 + slowdown * (busy - 1)));
      }
      return { size, value: weighted / weight, noise: 1 / Math.sqrt(weight) };
    })
    .toSorted((a, b) => a.size - b.size);
}

/** Least squares of the relative errors; null if times don't rise along a line from above zero. */
function lineThrough(times: readonly MergedTime[]): ((size: number) => number) | null {
  let [sum, sizes, squares, values, products] = [0, 0, 0, 0, 0];
  for (const { size, value, noise } of times) {
    const ns = Math.exp(value);
    const weight = 1 / (noise * ns) ** 2;
    sum += weight;
    sizes += weight * size;
    squares += weight * size * size;
    values += weight * ns;
    products += weight * size * ns;
  }
  const slope = (sum * products - sizes * values) / (sum * squares - sizes * sizes);
  const start = (values - slope * sizes) / sum;
  if (!(slope >= 0 && start > 0)) return null;
  return (size) => start + slope * size;
}
