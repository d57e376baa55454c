import { PENDING, SUCCESS } from "./outcome.ts";
import type { Phase } from "./phase.ts";

export interface Due {
  readonly requests: number;
  /** Of these, the ones that were slower than the bound or did not succeed. */
  readonly over: number;
}

/** A request that was sent so little before the span is taken for one of its first: rounding of logged times, ms. */
const ROUNDING_MS = 0.001;

/**
 * Judges the requests of a span in the order in which they began, each once the bound has passed for it. Counted as they
 * end, the quick ones would always be ahead of the slow, and a certificate would rest on them alone (LAB-STATS-12).
 */
export class DueCount {
  readonly #phase: Phase;
  readonly #boundMs: number;
  readonly #ofFirst: boolean;
  /** Rows of the log, and of the sends, that need no second look. */
  #rows = 0;
  #sends = 0;
  #kept = 0;

  /**
   * `ofFirst`: the time to the first token is bounded, which is known once the answer has ended: what began before the
   * first request that is still out is judged, and `cutoff` need not lie a bound before now.
   */
  constructor(phase: Phase, boundMs: number, ofFirst = false) {
    this.#phase = phase;
    this.#boundMs = boundMs;
    this.#ofFirst = ofFirst;
  }

  /** Those that began until `cutoff`, monotonic ms, which must not go back and lie a bound before now. */
  until(cutoff: number): Due {
    const { log, sends } = this.#phase;
    while (this.#rows < log.rows && log.at(this.#rows) <= cutoff) {
      if (this.#ofFirst && sends === null && log.outcome(this.#rows) === PENDING) break;
      if (this.#keeps(this.#rows)) this.#kept += 1;
      this.#rows += 1;
    }
    if (sends === null) return { requests: this.#rows, over: this.#rows - this.#kept };
    while (this.#sends < sends.rows && sends.at(this.#sends) <= cutoff) this.#sends += 1;
    const kept = this.#kept + this.#keptSince(cutoff);
    return { requests: this.#sends, over: Math.max(0, this.#sends - kept) };
  }

  /** Of a closed loop, whose log is in the order of ends: what ended after the cutoff, but began before it. */
  #keptSince(cutoff: number): number {
    const { log } = this.#phase;
    let kept = 0;
    for (let row = this.#rows; row < log.rows; row++) {
      if (this.#keeps(row) && this.#begin(row) <= cutoff) kept += 1;
    }
    return kept;
  }

  #keeps(row: number): boolean {
    const { log, sends, from } = this.#phase;
    if (log.outcome(row) !== SUCCESS) return false;
    if ((this.#ofFirst ? log.first(row) : log.response(row)) > this.#boundMs * 1000) return false;
    return sends === null || this.#begin(row) > from - ROUNDING_MS;
  }

  #begin(row: number): number {
    return this.#phase.log.at(row) - this.#phase.log.response(row) / 1000;
  }
}
