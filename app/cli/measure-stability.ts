import type { ExperimentStep } from "../../main/contract/index.ts";
import { decodeHistogram, stability } from "../../main/lab/measuring.ts";
import type { StabilityRule } from "./measure-span-flags.ts";

/** A window of a step. Throughput in inferences/s, latency in ms: the average, or the percentile that was asked for. */
export interface Pass {
  readonly throughput: number;
  readonly latency: number | null;
}

type Seen = Pick<
  ExperimentStep,
  "seconds" | "successes" | "inferencesPerSecond" | "response" | "outcomes"
>;

/** Share of a window's length at which the rest of a step still counts as one. */
const NEARLY = 0.9;

/** Cuts a step into windows while it is measured, and says when the last three are alike. */
export class StabilityWatch {
  readonly #rule: StabilityRule;
  readonly #percentile: number | null;
  readonly #passes: Pass[] = [];
  #last: Seen | null = null;
  #isHopeless = false;

  constructor(rule: StabilityRule, percentile: number | null) {
    this.#rule = rule;
    this.#percentile = percentile;
  }

  get passes(): readonly Pass[] {
    return this.#passes;
  }

  get isStable(): boolean {
    return stability(this.#passes, { percentage: this.#rule.percentage }).isStable;
  }

  /** No more windows are wanted: they are alike, there were enough, or in one of them every request failed. */
  get isDone(): boolean {
    return this.isStable || this.#isHopeless || this.#passes.length >= this.#rule.maxTrials;
  }

  /** `step`: all that was measured so far. Gives the window that ended with it. */
  see(step: Seen, isLast = false): Pass | null {
    const { windowSeconds, windowRequests } = this.#rule;
    const seconds = step.seconds - (this.#last?.seconds ?? 0);
    const successes = step.successes - (this.#last?.successes ?? 0);
    const least = isLast ? windowSeconds * NEARLY : windowSeconds;
    if (this.isDone || seconds < least || seconds <= 0) return null;
    this.#isHopeless =
      successes === 0 && failuresOf(step) > (this.#last ? failuresOf(this.#last) : 0);
    if (successes < windowRequests && !this.#isHopeless) return null;
    const before = this.#last ? itemsOf(this.#last) : 0;
    const pass = {
      throughput: (itemsOf(step) - before) / seconds,
      latency: this.#percentile === null ? this.#mean(step) : this.#at(step, this.#percentile),
    };
    this.#passes.push(pass);
    this.#last = step;
    return pass;
  }

  #mean({ response }: Seen): number | null {
    const [count, mean] = [this.#last?.response.count ?? 0, this.#last?.response.mean ?? 0];
    const more = response.count - count;
    return more > 0 ? ((response.mean ?? 0) * response.count - mean * count) / more : null;
  }

  #at({ response }: Seen, percentile: number): number | null {
    const histogram = decodeHistogram(response.histogram);
    if (this.#last) histogram.subtract(decodeHistogram(this.#last.response.histogram));
    return histogram.totalCount > 0 ? histogram.getValueAtPercentile(percentile) / 1000 : null;
  }
}

/** What is still out may yet succeed. */
const failuresOf = ({ outcomes }: Seen) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0) - outcomes.unfinished;

const itemsOf = ({ inferencesPerSecond, seconds }: Seen) => inferencesPerSecond * seconds;
