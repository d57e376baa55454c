import { HdrCounts } from "./hdr-counts.ts";
import type { Extremes, TimesResult } from "./messages.ts";

/** Times in µs. */
export class Times {
  readonly counts = new HdrCounts();
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  record(micros: number): void {
    this.recordMany(micros, 1);
  }

  recordMany(micros: number, times: number): void {
    this.counts.recordMany(micros, times);
    this.#sum += micros * times;
    if (micros < this.#min) this.#min = micros;
    if (micros > this.#max) this.#max = micros;
  }

  extremes(): Extremes {
    const { total } = this.counts;
    if (total === 0) return { mean: null, min: null, max: null };
    return { mean: this.#sum / total, min: this.#min, max: this.#max };
  }

  result(): TimesResult {
    return { histogram: this.counts.encode(), extremes: this.extremes() };
  }
}
