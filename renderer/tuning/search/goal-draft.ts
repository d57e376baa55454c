import {
  type ExperimentPlan,
  type RequestParams,
  type RequestResult,
  type SearchConstraints,
  type SearchGoal,
  type SearchRanges,
  usualWarmup,
} from "../../../main/contract/index.ts";
import { secondsPerTrial } from "./search-text.ts";

/** The form's values: numbers as typed; null: as suggested. */
export interface GoalDraft {
  readonly name: string;
  readonly kind: SearchGoal["kind"];
  /** Empty for the highest throughput: no limit. */
  readonly p99Ms: string;
  readonly rate: string;
  readonly budget: "trials" | "minutes";
  readonly trials: string;
  readonly minutes: string;
  readonly maxBatchSize: string | null;
  readonly maxInstances: string | null;
  readonly maxDelayUs: string | null;
  readonly clients: string | null;
  readonly preferredSizes: boolean;
  readonly threads: boolean;
  readonly queueSizes: boolean;
  /** Share of requests that repeat an earlier one, %. */
  readonly duplicates: string;
  /** Memory limit of the model; empty: no limit. */
  readonly maxMemoryMiB: string;
  readonly instanceMiB: string | null;
  /** Whether to keep the objectives of other models. */
  readonly keepObjectives: boolean;
  readonly secondsPerStep: string;
  /** Max warm-up before each measurement; null: {@link usualWarmup}. */
  readonly warmupSeconds: string | null;
  readonly pairs: string;
}

export type GoalErrors = Partial<Record<keyof GoalDraft, string>>;

/** Max trials of a search with a time limit. */
const MAX_TRIALS = 100;

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

const LIMITS = {
  p99Ms: { min: 0.01, max: 3_600_000 },
  rate: { min: 0.1, max: 1_000_000 },
  trials: { min: 2, max: MAX_TRIALS, whole: true },
  minutes: { min: 0.5, max: 600 },
  maxBatchSize: { min: 1, max: 1024, whole: true },
  maxInstances: { min: 1, max: 64, whole: true },
  maxDelayUs: { min: 0, max: 1_000_000 },
  duplicates: { min: 0, max: 100 },
  maxMemoryMiB: { min: 0.1, max: 1_000_000 },
  instanceMiB: { min: 0.001, max: 1_000_000 },
  secondsPerStep: { min: 0.5, max: 600 },
  warmupSeconds: { min: 0.1, max: 600 },
  pairs: { min: 2, max: 20, whole: true },
} satisfies Partial<Record<keyof GoalDraft, Limits>>;

function problem(text: string, { min, max, whole }: Limits): string | null {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    return `“${text}” is not a ${whole ? "whole number" : "number"}.`;
  }
  return value < min || value > max ? `${text} is not between ${min} and ${max}.` : null;
}

const CLIENTS = { min: 1, max: 4096, whole: true };
const MAX_CLIENT_COUNTS = 16;

export function goalErrors(draft: GoalDraft): GoalErrors {
  const { kind, budget, p99Ms, clients, maxMemoryMiB } = draft;
  const unused = new Set<keyof GoalDraft>([
    ...(kind === "throughput" ? (["rate"] as const) : []),
    ...(kind === "latency" || (kind === "throughput" && p99Ms.trim() === "")
      ? (["p99Ms"] as const)
      : []),
    budget === "trials" ? "minutes" : "trials",
    ...(maxMemoryMiB.trim() === "" ? (["maxMemoryMiB", "instanceMiB"] as const) : []),
  ]);
  const errors: GoalErrors = {};
  for (const [field, limits] of Object.entries(LIMITS) as [keyof typeof LIMITS, Limits][]) {
    const text = draft[field];
    const wrong = unused.has(field) || text === null ? null : problem(text, limits);
    if (wrong) errors[field] = wrong;
  }
  if (kind === "throughput" && clients !== null) {
    const counts = clientCounts(clients);
    const wrong = counts.map((each) => problem(each, CLIENTS)).find((each) => each !== null);
    if (wrong) errors.clients = wrong;
    else if (counts.length > MAX_CLIENT_COUNTS) {
      errors.clients = `${counts.length} numbers are too many; give at most ${MAX_CLIENT_COUNTS}.`;
    }
  }
  return errors;
}

const clientCounts = (text: string) => text.split(",").map((each) => each.trim());

/** Null while its numbers are invalid. */
export function goalFrom(draft: GoalDraft): SearchGoal | null {
  const errors = goalErrors(draft);
  if (errors.p99Ms || errors.rate) return null;
  const rate = Number(draft.rate);
  switch (draft.kind) {
    case "throughput":
      return {
        kind: "throughput",
        p99Ms: draft.p99Ms.trim() === "" ? null : Number(draft.p99Ms),
      };
    case "latency":
      return { kind: "latency", rate };
    case "instances":
      return { kind: "instances", rate, p99Ms: Number(draft.p99Ms) };
  }
}

/** Typed values over suggestions. */
export function rangesFrom(draft: GoalDraft, suggested: SearchRanges): SearchRanges {
  const number = (text: string | null, usual: number) => (text === null ? usual : Number(text));
  const counts = draft.clients === null ? null : clientCounts(draft.clients).map(Number);
  return {
    maxBatchSize: number(draft.maxBatchSize, suggested.maxBatchSize),
    maxInstances: number(draft.maxInstances, suggested.maxInstances),
    maxDelayUs: number(draft.maxDelayUs, suggested.maxDelayUs),
    preferredSizes: draft.preferredSizes && suggested.preferredSizes === true,
    ...(draft.queueSizes && draft.kind !== "throughput" && { queueSizes: true }),
    ...(draft.threads && suggested.threads && { threads: suggested.threads }),
    cache: suggested.cache === true && Number(draft.duplicates) > 0,
    clients:
      draft.kind === "throughput"
        ? [...new Set(counts ?? suggested.clients ?? [1])].toSorted((a, b) => a - b)
        : null,
  };
}

type Suggestion = Pick<RequestResult<"tuning.search.suggest">, "instanceMemory" | "objectives">;

/** Null if there is a memory limit but the memory of an instance is unknown. */
export function constraintsFrom(
  { maxMemoryMiB, instanceMiB, keepObjectives }: GoalDraft,
  { instanceMemory, objectives }: Suggestion,
): SearchConstraints | null {
  const kept = keepObjectives ? objectives : [];
  if (maxMemoryMiB.trim() === "") return { memory: null, objectives: kept };
  const instance =
    instanceMiB === null
      ? instanceMemory
      : { bytes: Number(instanceMiB) * MIB, basis: "stated" as const };
  if (!instance) return null;
  return { memory: { limitBytes: Number(maxMemoryMiB) * MIB, instance }, objectives: kept };
}

const MIB = 2 ** 20;

type Order = Omit<RequestParams<"tuning.search.start">, "withOtherTraffic">;

/** `plan`: the lab's suggestion, whose load is replaced by each measurement's. `ranges`: see {@link rangesFrom}. */
export function orderFrom(
  draft: GoalDraft,
  goal: SearchGoal,
  plan: ExperimentPlan,
  { ranges, constraints }: Pick<Order, "ranges" | "constraints">,
): Order {
  const secondsPerStep = Number(draft.secondsPerStep);
  const byTime = draft.budget === "minutes";
  const share = Number(draft.duplicates) / 100;
  return {
    plan: {
      ...plan,
      ...(share > 0 && {
        traffic: plan.traffic.map((each) => ({ ...each, reuse: { kind: "duplicates", share } })),
      }),
      load: { kind: "concurrency", levels: [1], thinkMs: 0 },
      secondsPerStep,
      warmup: {
        kind: "auto",
        mostSeconds: Number(draft.warmupSeconds ?? usualWarmup(secondsPerStep)),
      },
    },
    name: draft.name,
    goal,
    ranges,
    constraints,
    trials: byTime ? MAX_TRIALS : Number(draft.trials),
    minutes: byTime ? Number(draft.minutes) : null,
    pairs: Number(draft.pairs),
  };
}

/** Duration of the search and its confirmation if it uses its whole budget, s. */
export function expectedSeconds(draft: GoalDraft): number {
  const each = secondsPerTrial(Number(draft.secondsPerStep));
  const searching =
    draft.budget === "minutes" ? Number(draft.minutes) * 60 : each * Number(draft.trials);
  return searching + each * 2 * Number(draft.pairs);
}
