import { FailureCounts } from "./failure-counts.ts";
import { HdrCounts } from "./hdr-counts.ts";
import type { Extremes, Failure, FailureCount, RunProgress } from "./messages.ts";
import { type FailedOutcome, noOutcomes } from "./outcome.ts";
import { supports } from "./supported-percentile.ts";

/** Times of successes, µs. */
class Times {
  readonly counts = new HdrCounts();
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  record(micros: number): void {
    this.counts.record(micros);
    this.#sum += micros;
    if (micros < this.#min) this.#min = micros;
    if (micros > this.#max) this.#max = micros;
  }

  extremes(): Extremes {
    const { total } = this.counts;
    if (total === 0) return { mean: null, min: null, max: null };
    return { mean: this.#sum / total, min: this.#min, max: this.#max };
  }
}

/** How the requests of one phase ended. */
export class Tally {
  readonly response = new Times();
  readonly service = new Times();
  readonly outcomes = noOutcomes();
  readonly #failures = new FailureCounts();
  readonly #boundMicros: number | null;
  #failed = 0;
  #over = 0;
  #itemsWithinBound = 0;
  items = 0;

  constructor(boundMs: number | null) {
    this.#boundMicros = boundMs === null ? null : boundMs * 1000;
  }

  get successes(): number {
    return this.response.counts.total;
  }

  /** Every outcome that is no success. */
  get failed(): number {
    return this.#failed;
  }

  /** Ended requests that were slower than the bound or did not succeed; null without a bound. */
  get over(): number | null {
    return this.#boundMicros === null ? null : this.#over;
  }

  get withinBound(): number | null {
    return this.#boundMicros === null ? null : this.successes + this.#failed - this.#over;
  }

  /** Batch items of the successes within the bound; null without a bound. */
  get itemsWithinBound(): number | null {
    return this.#boundMicros === null ? null : this.#itemsWithinBound;
  }

  success(responseMicros: number, serviceMicros: number, items: number): void {
    this.response.record(responseMicros);
    this.service.record(serviceMicros);
    this.items += items;
    if (this.#boundMicros === null) return;
    if (responseMicros > this.#boundMicros) this.#over += 1;
    else this.#itemsWithinBound += items;
  }

  failure(outcome: FailedOutcome, failure: Failure, count = 1): void {
    this.outcomes[outcome] += count;
    this.#failures.add(failure, count);
    this.#failed += count;
    this.#over += count;
  }

  failures(): FailureCount[] {
    return this.#failures.list();
  }

  progress(): Pick<RunProgress, "successes" | "failures" | "response"> {
    const { counts } = this.response;
    const percentile = (of: number) => (supports(counts.total, of) ? counts.percentile(of) : null);
    return {
      successes: this.successes,
      failures: this.#failed,
      response: { count: counts.total, p50: percentile(50), p99: percentile(99) },
    };
  }
}
