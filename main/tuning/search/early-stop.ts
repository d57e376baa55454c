import type { Certificate } from "../../contract/index.ts";
import {
  mayEndEarly,
  type RunProgress,
  type StepLoad,
  studentQuantile,
} from "../../lab/measuring.ts";

/** Figures beyond which a point can't become the best; null: no such figure. */
export interface Cutoff {
  /** Upper limit. */
  readonly p99Ms: number | null;
  /** Lower limit, requests/s. */
  readonly throughput: number | null;
}

/** Figures of the first moments aren't representative. */
const MIN_SECONDS = 1;
const WINDOW_SECONDS = 0.5;
const MIN_WINDOWS = 5;
/** With fewer, a window's count is too coarse. */
const MIN_SUCCESSES = 50;
const CONFIDENCE = 0.99;

/** Ends a measurement once its point can't become the best (SEARCH-19). */
export class EarlyStop {
  readonly #cutoff: Cutoff;
  readonly #load: StepLoad["spec"];
  /** Successes per second of each window. */
  readonly #rates: number[] = [];
  #windowStart = { seconds: 0, successes: 0 };

  constructor(cutoff: Cutoff, load: StepLoad["spec"]) {
    this.#cutoff = cutoff;
    this.#load = load;
  }

  /** Why the measurement can end, as a sentence; null while it can't. `certificate`: of a p99 up to the cutoff's. */
  reasonToEnd(
    progress: Pick<RunProgress, "phase" | "secondsDone" | "successes">,
    certificate: Pick<Certificate, "result" | "boundMs"> | null,
  ): string | null {
    const { phase, secondsDone, successes } = progress;
    if (phase !== "measuring") return null;
    const { p99Ms } = this.#cutoff;
    if (p99Ms !== null && certificate?.result === "missed" && secondsDone >= MIN_SECONDS) {
      if (mayEndEarly(this.#load, certificate, secondsDone)) {
        return `${after(secondsDone)}: p99 is over ${figure(p99Ms)} ms, so it can't become the best.`;
      }
    }
    return this.#isTooSlow(secondsDone, successes)
      ? `${after(secondsDone)}: throughput is under ${figure(this.#cutoff.throughput ?? 0)} requests/s, so it can't become the best.`
      : null;
  }

  /** Whether even the upper end of the throughput's interval is below the cutoff. */
  #isTooSlow(seconds: number, successes: number): boolean {
    const { throughput } = this.#cutoff;
    if (throughput === null) return false;
    const span = seconds - this.#windowStart.seconds;
    if (span < WINDOW_SECONDS) return false;
    this.#rates.push((successes - this.#windowStart.successes) / span);
    this.#windowStart = { seconds, successes };
    const count = this.#rates.length;
    if (count < MIN_WINDOWS || successes < MIN_SUCCESSES) return false;
    const mean = this.#rates.reduce((sum, rate) => sum + rate, 0) / count;
    const squares = this.#rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0);
    const error = Math.sqrt(squares / (count - 1) / count);
    return mean + studentQuantile(CONFIDENCE, count - 1) * error < throughput;
  }
}

const after = (seconds: number) => `Ended after ${seconds.toFixed(1)} s`;
const figure = (value: number) => String(Number(value.toPrecision(3)));
