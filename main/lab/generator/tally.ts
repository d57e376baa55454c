import { FailureCounts } from "./failure-counts.ts";
import type { Failure, FailureCount, RunProgress } from "./messages.ts";
import { type FailedOutcome, noOutcomes } from "./outcome.ts";
import { Times } from "./times.ts";
import { supports } from "./supported-percentile.ts";

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

  /** Every outcome but success. */
  get failed(): number {
    return this.#failed;
  }

  /** Ended requests that were slower than the objective or failed; null without one. */
  get over(): number | null {
    return this.#boundMicros === null ? null : this.#over;
  }

  get withinBound(): number | null {
    return this.#boundMicros === null ? null : this.successes + this.#failed - this.#over;
  }

  /** Batch items of successes within the objective; null without one. */
  get itemsWithinBound(): number | null {
    return this.#boundMicros === null ? null : this.#itemsWithinBound;
  }

  /** Whether the response met the objective; false without one. */
  success(responseMicros: number, serviceMicros: number, items: number): boolean {
    this.record(responseMicros, serviceMicros, items);
    return this.judge(responseMicros, items);
  }

  /** A success that is {@link judge | judged} by another time than its response's. */
  record(responseMicros: number, serviceMicros: number, items: number): void {
    this.response.record(responseMicros);
    this.service.record(serviceMicros);
    this.items += items;
  }

  /** `bounded`: the time that the objective limits. `isQuick`: the other criteria of a good response. */
  judge(bounded: number, items: number, isQuick = true): boolean {
    if (this.#boundMicros === null) return false;
    const isOver = bounded > this.#boundMicros;
    const isGood = !isOver && isQuick;
    if (isOver) this.#over += 1;
    if (isGood) this.#itemsWithinBound += items;
    return isGood;
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

  progress(): Pick<RunProgress, "successes" | "failures" | "failure" | "response"> {
    const { counts } = this.response;
    const percentile = (of: number) => (supports(counts.total, of) ? counts.percentile(of) : null);
    return {
      successes: this.successes,
      failures: this.#failed,
      failure: this.successes > 0 ? null : (this.#failures.list()[0] ?? null),
      response: { count: counts.total, p50: percentile(50), p99: percentile(99) },
    };
  }
}
