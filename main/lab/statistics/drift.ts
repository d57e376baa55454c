import { checkedFigures } from "./checked.ts";
import { studentCdf } from "./student.ts";
import { batchMeans, mean, variance } from "./summary.ts";

export interface DriftWindow {
  readonly throughput: number;
  /** Median; null if the window saw no success. */
  readonly latency: number | null;
}

export interface Drift {
  /** Last third against first third, as a share of the first; null if a third has too few windows. */
  readonly throughput: number | null;
  readonly latency: number | null;
  readonly p99: number | null;
  readonly throughputBeyondNoise: boolean;
  readonly latencyBeyondNoise: boolean;
  readonly p99BeyondNoise: boolean;
  /** Any of them. */
  readonly beyondNoise: boolean;
}

/** A smaller drift is irrelevant, however clear it is in many windows. */
const MIN_DRIFT = 0.05;
/** Tails scatter more. */
const MIN_P99_DRIFT = 0.1;
const CONFIDENCE = 0.99;
/** Adjacent windows are correlated: each third counts as at most this many batches. */
const BATCHES_PER_THIRD = 10;
const MIN_PER_THIRD = 2;

/**
 * Whether a run of steady load drifted during its measurement. Beyond noise: by more than MIN_DRIFT or MIN_P99_DRIFT, and
 * unlikely by chance for windows with this spread (Welch's t-test, 1947). `p99s` are those of equal parts of the run. A plan
 * whose load changes has no such drift.
 */
export function drift(windows: readonly DriftWindow[], p99s: readonly number[] = []): Drift {
  const throughput = computeDrift(
    windows.map((window) => window.throughput),
    MIN_DRIFT,
  );
  const latency = computeDrift(
    windows.flatMap((window) => window.latency ?? []),
    MIN_DRIFT,
  );
  const p99 = computeDrift(p99s, MIN_P99_DRIFT);
  return {
    throughput: throughput.relative,
    latency: latency.relative,
    p99: p99.relative,
    throughputBeyondNoise: throughput.beyondNoise,
    latencyBeyondNoise: latency.beyondNoise,
    p99BeyondNoise: p99.beyondNoise,
    beyondNoise: throughput.beyondNoise || latency.beyondNoise || p99.beyondNoise,
  };
}

function computeDrift(
  values: readonly number[],
  least: number,
): { relative: number | null; beyondNoise: boolean } {
  checkedFigures("windows", values);
  const size = Math.floor(values.length / 3);
  if (size < MIN_PER_THIRD) return { relative: null, beyondNoise: false };
  const first = batchMeans(values.slice(0, size), BATCHES_PER_THIRD);
  const last = batchMeans(values.slice(-size), BATCHES_PER_THIRD);
  const before = mean(first);
  if (before === 0) return { relative: null, beyondNoise: mean(last) > 0 };
  const relative = mean(last) / before - 1;
  return {
    relative,
    beyondNoise: Math.abs(relative) > least && chance(first, last) < 1 - CONFIDENCE,
  };
}

/** The probability of means at least this far apart from the same distribution. */
function chance(one: readonly number[], other: readonly number[]): number {
  const errors = [one, other].map((values) => variance(values) / values.length);
  const [a = 0, b = 0] = errors;
  if (a + b === 0) return 0;
  const t = Math.abs(mean(one) - mean(other)) / Math.sqrt(a + b);
  const degrees = (a + b) ** 2 / (a ** 2 / (one.length - 1) + b ** 2 / (other.length - 1));
  return 2 * studentCdf(-t, degrees);
}
