import { build, encodeIntoCompressedBase64, type Histogram } from "hdr-histogram-js";
import type { Failure, FailureCount, LatencyFigures } from "./messages.ts";

const HIGHEST_MICROS = 3_600_000_000;
/** A server may put changing words into its errors: what comes after so many kinds is counted together. */
const MOST_KINDS = 20;
const OTHER: Failure = { status: "UNKNOWN", message: "other failures" };

/**
 * A percentile is only given when the sample reaches beyond it with 99 % confidence, that is, from the
 * smallest n on with 1 − qⁿ ≥ 0.99: 7 values for the median, 44 for p90, 90 for p95, 459 for p99.
 */
const LEAST_COUNT = { p50: 7, p90: 44, p95: 90, p99: 459 } as const;

/** Outcomes of requests: latencies of successes, and failures by status and words. */
export class Tally {
  readonly #histogram: Histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: HIGHEST_MICROS,
    numberOfSignificantValueDigits: 3,
    autoResize: false,
  });
  readonly #failures = new Map<string, { failure: Failure; count: number }>();
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;
  #successCount = 0;
  #failureCount = 0;

  get successCount(): number {
    return this.#successCount;
  }

  get failureCount(): number {
    return this.#failureCount;
  }

  success(micros: number): void {
    this.#successCount += 1;
    this.#sum += micros;
    if (micros < this.#min) this.#min = micros;
    if (micros > this.#max) this.#max = micros;
    this.#histogram.recordValue(Math.min(HIGHEST_MICROS, Math.max(1, Math.round(micros))));
  }

  failure(failure: Failure): void {
    this.#failureCount += 1;
    let kind = this.#failures.get(keyOf(failure));
    if (!kind) {
      const kept = this.#failures.size < MOST_KINDS ? failure : OTHER;
      kind = this.#failures.get(keyOf(kept)) ?? { failure: kept, count: 0 };
      this.#failures.set(keyOf(kept), kind);
    }
    kind.count += 1;
  }

  /** Most frequent first. */
  failures(): FailureCount[] {
    return [...this.#failures.values()]
      .map(({ failure, count }) => ({ ...failure, count }))
      .sort((a, b) => b.count - a.count);
  }

  latency(): LatencyFigures {
    const count = this.#successCount;
    const percentile = (name: keyof typeof LEAST_COUNT) =>
      count < LEAST_COUNT[name]
        ? null
        : this.#histogram.getValueAtPercentile(Number(name.slice(1)));
    return {
      count,
      mean: count === 0 ? null : this.#sum / count,
      p50: percentile("p50"),
      p90: percentile("p90"),
      p95: percentile("p95"),
      p99: percentile("p99"),
      min: count === 0 ? null : this.#min,
      max: count === 0 ? null : this.#max,
    };
  }

  histogram(): string {
    return encodeIntoCompressedBase64(this.#histogram);
  }
}

const keyOf = (failure: Failure) => `${failure.status} ${failure.message}`;
