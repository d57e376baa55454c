import type { ExperimentPlan } from "../../main/contract/index.ts";

/** What a form holds before it is a plan: numbers as they are typed. */
export interface PlanDraft {
  readonly concurrencies: readonly number[];
  readonly wire: ExperimentPlan["wire"];
  readonly secondsPerStep: string;
  readonly warmupSeconds: string;
  readonly batchSize: string;
  readonly distinctInputs: string;
  readonly seed: string;
  /** By input: sizes separated by commas. */
  readonly shapes: Readonly<Record<string, string>>;
}

export type PlanErrors = Partial<Record<string, string>>;

export function draftOf(plan: ExperimentPlan): PlanDraft {
  return {
    concurrencies: plan.concurrencies,
    wire: plan.wire,
    secondsPerStep: String(plan.secondsPerStep),
    warmupSeconds: String(plan.warmupSeconds),
    batchSize: String(plan.batchSize),
    distinctInputs: String(plan.distinctInputs),
    seed: String(plan.seed),
    shapes: Object.fromEntries(
      Object.entries(plan.shapes).map(([input, sizes]) => [input, sizes.join(", ")]),
    ),
  };
}

/** Seconds a plan takes, warm-ups included. */
export function plannedSeconds(
  plan: Pick<ExperimentPlan, "concurrencies" | "secondsPerStep" | "warmupSeconds">,
): number {
  return plan.concurrencies.length * (plan.secondsPerStep + plan.warmupSeconds);
}

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

const limits = {
  secondsPerStep: { min: 0.5, max: 600, whole: false },
  warmupSeconds: { min: 0, max: 60, whole: false },
  batchSize: { min: 1, max: 1_000_000, whole: true },
  distinctInputs: { min: 1, max: 10_000, whole: true },
  seed: { min: -2_147_483_648, max: 2_147_483_647, whole: true },
} satisfies Record<string, Limits>;

function problem(text: string, { min, max, whole }: Limits): string | null {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    return `“${text}” is not a ${whole ? "whole number" : "number"}.`;
  }
  return value < min || value > max ? `${text} is not between ${min} and ${max}.` : null;
}

const sizesOf = (text: string) => text.split(",").map((size) => Number(size.trim()));

/** What is wrong with a draft, by field; nothing when it is a plan. */
export function planErrors(draft: PlanDraft): PlanErrors {
  const errors: PlanErrors = {};
  if (draft.concurrencies.length === 0) errors["concurrencies"] = "Choose at least one.";
  for (const [field, limit] of Object.entries(limits)) {
    const wrong = problem(draft[field as keyof typeof limits], limit);
    if (wrong) errors[field] = wrong;
  }
  for (const [input, text] of Object.entries(draft.shapes)) {
    if (!sizesOf(text).every((size) => Number.isInteger(size) && size >= 1)) {
      errors[`shape ${input}`] = `“${text}” is not a list of sizes such as 3, 64, 64.`;
    }
  }
  return errors;
}

/** The plan of a draft without errors, for the model that `base` was suggested for. */
export function planOf(draft: PlanDraft, base: ExperimentPlan): ExperimentPlan {
  return {
    ...base,
    wire: draft.wire,
    concurrencies: [...draft.concurrencies],
    secondsPerStep: Number(draft.secondsPerStep),
    warmupSeconds: Number(draft.warmupSeconds),
    batchSize: Number(draft.batchSize),
    distinctInputs: Number(draft.distinctInputs),
    seed: Number(draft.seed),
    shapes: Object.fromEntries(
      Object.entries(draft.shapes).map(([input, text]) => [input, sizesOf(text)]),
    ),
  };
}
