import type { ExperimentPlan } from "../../main/contract/index.ts";

/** The form's values: numbers as typed. */
export interface TuningDraft {
  readonly name: string;
  readonly loop: "concurrency" | "rate";
  /** Clients, or requests per second. */
  readonly value: string;
  /** Share of requests that repeat an earlier one, %. */
  readonly repeats: string;
  readonly percentile: string;
  readonly boundMs: string;
  readonly secondsPerStep: string;
  /** Maximum; a warm-up ends once the server has settled. */
  readonly warmupSeconds: string;
  readonly replicates: string;
}

export type DraftErrors = Partial<Record<keyof TuningDraft, string>>;

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

const limits = {
  repeats: { min: 0, max: 99 },
  percentile: { min: 1, max: 99.99 },
  boundMs: { min: 0.01, max: 3_600_000 },
  secondsPerStep: { min: 0.5, max: 600 },
  warmupSeconds: { min: 0.1, max: 600 },
  replicates: { min: 2, max: 20, whole: true },
} satisfies Partial<Record<keyof TuningDraft, Limits>>;

const loads = {
  concurrency: { min: 1, max: 4096, whole: true },
  rate: { min: 0.01, max: 1_000_000 },
} satisfies Record<TuningDraft["loop"], Limits>;

function problem(text: string, { min, max, whole }: Limits): string | null {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    return `“${text}” is not a ${whole ? "whole number" : "number"}.`;
  }
  return value < min || value > max ? `${text} is not between ${min} and ${max}.` : null;
}

export function draftErrors(draft: TuningDraft): DraftErrors {
  const errors: DraftErrors = {};
  for (const [field, limit] of Object.entries(limits) as [keyof typeof limits, Limits][]) {
    const wrong = problem(draft[field], limit);
    if (wrong) errors[field] = wrong;
  }
  const wrong = problem(draft.value, loads[draft.loop]);
  if (wrong) errors.value = wrong;
  return errors;
}

/** The suggested share of repeats. */
export function suggestedRepeats({ traffic }: ExperimentPlan): string {
  const reuse = traffic[0]?.reuse;
  return reuse?.kind === "duplicates" ? String(Math.round(reuse.share * 100)) : "0";
}

/**
 * The plan of every measurement of the session. A load that repeats requests draws them from `distinctIfRepeated`
 * different ones.
 */
export function createPlan(
  draft: TuningDraft,
  suggested: ExperimentPlan,
  distinctIfRepeated: number,
): ExperimentPlan {
  const share = Number(draft.repeats) / 100;
  return {
    ...suggested,
    traffic: suggested.traffic.map((traffic) => ({
      ...traffic,
      ...(share > 0
        ? { distinctInputs: distinctIfRepeated, reuse: { kind: "duplicates", share } }
        : { reuse: { kind: "turns" } }),
    })),
    load:
      draft.loop === "concurrency"
        ? { kind: "concurrency", levels: [Number(draft.value)], thinkMs: 0 }
        : { kind: "rate", rates: [Number(draft.value)], arrivals: { kind: "poisson" } },
    secondsPerStep: Number(draft.secondsPerStep),
    warmup: { kind: "auto", mostSeconds: Number(draft.warmupSeconds) },
    objective: { percentile: Number(draft.percentile), boundMs: Number(draft.boundMs) },
    stopWhenCertified: false,
    goal: { kind: "sweep" },
  };
}

/** A typical warm-up, and applying the configuration. */
const USUAL_WARMUP_SECONDS = 2;
const APPLY_SECONDS = 0.5;

/** Duration of an attempt: both configurations with all repetitions. */
export function secondsPerAttempt(draft: TuningDraft): number {
  const warmup = Math.min(USUAL_WARMUP_SECONDS, Number(draft.warmupSeconds));
  return 2 * Number(draft.replicates) * (Number(draft.secondsPerStep) + warmup + APPLY_SECONDS);
}
