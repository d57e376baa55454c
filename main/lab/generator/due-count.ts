import { PENDING, SUCCESS } from "./outcome.ts";
import type { Phase } from "./phase.ts";

export interface Due {
  readonly requests: number;
  /** Those slower than the objective or failed. */
  readonly over: number;
}

/** A request sent this little before the span counts as one of its first: rounding of logged times, ms. */
const ROUNDING_MS = 0.001;

/**
 * Judges the requests of a span in order of their start, each once the objective has passed for it. Counted as they
 * end, quick ones would come before slow ones, and a certificate would rest on them alone (LAB-STATS-12).
 */
export class DueCount {
  readonly #phase: Phase;
  readonly #boundMs: number;
  readonly #ofFirst: boolean;
  /** Rows of the log, and of the sends, that are done. */
  #rows = 0;
  #sends = 0;
  #kept = 0;

  /**
   * `ofFirst`: the objective limits the time to first token, which is known once the response has ended: requests that
   * began before the first one in flight are judged, and `cutoff` need not be an objective before now.
   */
  constructor(phase: Phase, boundMs: number, ofFirst = false) {
    this.#phase = phase;
    this.#boundMs = boundMs;
    this.#ofFirst = ofFirst;
  }

  /** Those that began by `cutoff`, monotonic ms, which must ascend and be at least the objective before now. */
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

  /** For a closed loop, whose log is in order of ends: what ended after the cutoff, but began before it. */
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
