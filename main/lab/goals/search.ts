import type { ExperimentPlan, ExperimentStep, Load } from "../../contract/index.ts";
import { loadForStep, formatLoad } from "../loads.ts";
import type { Goal, PlannedStep, SearchResult } from "./goal.ts";

type Bounds = Extract<ExperimentPlan["goal"], { kind: "search" }>;

interface Probe {
  readonly value: number;
  readonly kept: boolean;
  readonly step: ExperimentStep;
}

/**
 * Finds the highest load that meets the objective: doubles from the lowest until one misses it, then bisects between
 * the highest that met it and the lowest that missed it, assuming that latency rises with load. An invalid probe is
 * repeated once.
 */
export class SearchGoal implements Goal {
  readonly #plan: ExperimentPlan;
  readonly #load: Extract<Load, { kind: "concurrency" | "rate" }>;
  readonly #bounds: Bounds;
  readonly #probes: Probe[] = [];
  #repeat: number | null = null;

  constructor(
    plan: ExperimentPlan,
    load: Extract<Load, { kind: "concurrency" | "rate" }>,
    bounds: Bounds,
  ) {
    this.#plan = plan;
    this.#load = load;
    this.#bounds = bounds;
  }

  get count(): number {
    const done = this.#probes.length;
    return this.next() === null ? done : Math.max(done + 1, expectedProbes(this.#plan));
  }

  next(): PlannedStep | null {
    const value = this.#repeat ?? this.#nextValue();
    if (value === null) return null;
    return {
      position: this.#probes.length,
      load: loadForStep(this.#plan, this.#load, value),
      candidate: null,
      replicate: null,
      seed: this.#plan.seed,
      stopWhenCertified: true,
    };
  }

  add(_position: number, step: ExperimentStep): void {
    if (!step.complete) return;
    const { value } = step.load;
    const wasRepeat = this.#probes.some((probe) => probe.value === value);
    this.#probes.push({ value, kept: keeps(step), step });
    this.#repeat = step.verdict.verdict === "invalid" && !wasRepeat ? value : null;
  }

  get result(): SearchResult {
    const best = this.#best();
    const missed = this.#missed();
    return { best, missed, words: this.#words(best, missed) };
  }

  /** Each value counts by its last probe. */
  #latest(): Probe[] {
    return [...new Map(this.#probes.map((probe) => [probe.value, probe])).values()];
  }

  #missed(): number | null {
    const values = this.#latest().flatMap(({ kept, value }) => (kept ? [] : [value]));
    return values.length === 0 ? null : Math.min(...values);
  }

  #best(): number | null {
    const missed = this.#missed() ?? Number.POSITIVE_INFINITY;
    const values = this.#latest().flatMap(({ kept, value }) =>
      kept && value < missed ? [value] : [],
    );
    return values.length === 0 ? null : Math.max(...values);
  }

  #nextValue(): number | null {
    const { least, most, precision } = this.#bounds;
    const best = this.#best();
    const missed = this.#missed();
    if (best === null) return missed === null ? this.#round(least) : null;
    if (missed === null) {
      return best >= this.#round(most) ? null : this.#round(Math.min(most, best * 2));
    }
    const middle = this.#between(best, missed);
    return missed <= best * (1 + precision) || middle <= best || middle >= missed ? null : middle;
  }

  #round(value: number): number {
    return this.#isWhole ? Math.max(1, Math.round(value)) : value;
  }

  #between(low: number, high: number): number {
    return this.#isWhole
      ? Math.floor((low + high) / 2)
      : Number(Math.sqrt(low * high).toPrecision(4));
  }

  get #isWhole(): boolean {
    return this.#load.kind === "concurrency";
  }

  #words(best: number | null, missed: number | null): string {
    if (this.#probes.length === 0) return "Nothing was measured yet.";
    const rests = this.#latest().filter(({ value }) => value === best || value === missed);
    const isInvalid = rests.some(({ step }) => step.verdict.verdict === "invalid");
    const bracket = this.#bracket(best, missed);
    return [isInvalid ? `Invalid: ${bracket}` : bracket, ...this.#doubts()].join(" ");
  }

  #bracket(best: number | null, missed: number | null): string {
    const { percentile, boundMs } = this.#plan.objective ?? { percentile: 0, boundMs: 0 };
    const objective = `p${percentile} ≤ ${boundMs} ms`;
    const words = (value: number) => formatLoad({ kind: this.#load.kind, value });
    const open = this.next() === null ? "" : " so far";
    if (best === null) return `Even ${words(missed ?? this.#bounds.least)} misses ${objective}.`;
    if (missed === null) {
      return open
        ? `${upper(words(best))} keeps ${objective} so far.`
        : `Even ${words(best)}, the highest load allowed, meets ${objective}.`;
    }
    return `${upper(words(best))} keeps ${objective}, ${words(missed)} misses it${open}.`;
  }

  #doubts(): string[] {
    const probes = this.#latest();
    const undecided = probes.filter(({ step }) => step.certificate?.result === "undecided");
    const invalid = probes.filter(({ step }) => step.verdict.verdict === "invalid");
    const falls = fallsWithLoad(probes);
    return [
      ...(undecided.length === 0
        ? []
        : [
            `Without certainty at ${list(undecided)}: the share of slow requests decided; measure longer to be certain.`,
          ]),
      ...(invalid.length === 0
        ? []
        : [
            `The measurements at ${list(invalid)} are invalid: don't rely on results based on them.`,
          ]),
      ...(falls ? [falls] : []),
    ];
  }
}

/** Expected number of probes; the maximum if the objective is never missed early. */
export function expectedProbes(plan: ExperimentPlan): number {
  const { doublings, halvings } = searchDepth(plan);
  return Math.ceil(doublings / 2) + 1 + halvings;
}

/** Max number of probes, without repeats. */
export function mostProbes(plan: ExperimentPlan): number {
  const { doublings, halvings } = searchDepth(plan);
  return doublings + 1 + halvings;
}

function searchDepth({ goal, load }: ExperimentPlan): { doublings: number; halvings: number } {
  if (goal.kind !== "search") return { doublings: 0, halvings: 0 };
  const { least, most, precision } = goal;
  const doublings = Math.max(0, Math.ceil(Math.log2(most / least)));
  const fine = Math.ceil(Math.log2(Math.LN2 / Math.log1p(precision)));
  const whole = load.kind === "concurrency" ? Math.ceil(Math.log2(Math.max(1, most / 2))) : fine;
  return { doublings, halvings: doublings === 0 ? 0 : Math.max(0, Math.min(fine, whole)) };
}

/** By the certificate; if undecided, by the share of requests that were too slow or failed. */
function keeps({ certificate }: ExperimentStep): boolean {
  if (!certificate || certificate.requests === 0) return false;
  if (certificate.result !== "undecided") return certificate.result === "kept";
  return certificate.over / certificate.requests <= 1 - certificate.percentile / 100;
}

/** A lower load that certainly was slower: then a higher load may meet what a lower one misses. */
function fallsWithLoad(probes: readonly Probe[]): string | null {
  const sorted = [...probes].sort((a, b) => a.value - b.value);
  for (const [index, { step: low }] of sorted.entries()) {
    for (const { step: high } of sorted.slice(index + 1)) {
      const [a, b] = [low.response.p50, high.response.p50];
      if (a && b && b.high < a.low) {
        return `Latency did not only rise with load: the median was ${ms(a.value)} at ${formatLoad(low.load)} and ${ms(b.value)} at ${formatLoad(high.load)}, so a load outside the bracket may do better.`;
      }
    }
  }
  return null;
}

const ms = (value: number) => `${Number(value.toPrecision(3))} ms`;
const list = (probes: readonly Probe[]) =>
  probes.map(({ step }) => formatLoad(step.load)).join(", ");
const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
