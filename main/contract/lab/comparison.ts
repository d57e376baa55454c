import { z } from "zod";
import { fieldChange } from "../configs.ts";
import { FIGURES } from "../figures.ts";
import { experimentStep } from "./step.ts";

const change = z.object({ value: z.number(), low: z.number(), high: z.number() });

/** One figure of two sides. */
export const figureDifference = z.object({
  figure: z.enum([
    "throughput",
    "goodput",
    "p50",
    "p90",
    "p95",
    "p99",
    "mean",
    "failures",
    "outputTokens",
    "firstTokenP50",
    "firstTokenP99",
    "betweenTokensP50",
    "betweenTokensP99",
    "cost",
    "energy",
  ]),
  /** `cost` and `kWh`: per million output tokens, or per million inferences without tokens. */
  unit: z.enum(["inf/s", "tokens/s", "ms", "share", "cost", "kWh"]),
  /** Currency of a cost. */
  currency: z.string().optional(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** The relative change (ratio − 1) with its 95 % interval, at least −1. Null if there is no interval. */
  share: change.nullable(),
  /** For a figure that is itself a share, such as failures: after − before with its 95 % interval, −1..1. */
  points: change.nullable().optional(),
  /** "none": no significant difference. "unknown": inconclusive, the interval is missing or too wide. */
  verdict: z.enum(["better", "worse", "none", "unknown"]),
  /** Basis of the interval, or why it is missing. */
  basis: z.string(),
});
export type FigureDifference = z.infer<typeof figureDifference>;

interface FigureNames {
  /** In tables, legends and titles. */
  readonly label: string;
  /** In sentences. */
  readonly inSentence: string;
}

/** Names of measured figures on all screens. Figures that servers report too have the same label there. */
export const MEASURED_FIGURES: Readonly<Record<FigureDifference["figure"], FigureNames>> = {
  throughput: { label: FIGURES.inferencesPerSecond.label, inSentence: "throughput" },
  goodput: { label: "Goodput", inSentence: "goodput" },
  p50: { label: FIGURES.latencyP50Ms.label, inSentence: "p50" },
  p90: { label: "Latency p90", inSentence: "p90" },
  p95: { label: FIGURES.latencyP95Ms.label, inSentence: "p95" },
  p99: { label: FIGURES.latencyP99Ms.label, inSentence: "p99" },
  mean: { label: FIGURES.latencyMs.label, inSentence: "mean latency" },
  failures: { label: FIGURES.failuresPerSecond.label, inSentence: "failures" },
  outputTokens: { label: "Output tokens", inSentence: "output tokens" },
  firstTokenP50: { label: FIGURES.ttftP50Ms.label, inSentence: "first token p50" },
  firstTokenP99: { label: FIGURES.ttftP99Ms.label, inSentence: "first token p99" },
  // A chunk of a stream may have several tokens.
  betweenTokensP50: { label: "Between chunks p50", inSentence: "between chunks p50" },
  betweenTokensP99: { label: "Between chunks p99", inSentence: "between chunks p99" },
  cost: { label: "Cost of a million", inSentence: "cost" },
  energy: { label: "Energy of a million", inSentence: "energy" },
};

/** Two configurations under the same load. */
export const comparison = z.object({
  figures: z.array(figureDifference),
  /** Unintended differences between the two, sentences. */
  unlike: z.array(z.string()),
  /** A side has invalid measurements whose possible error matters (V18). */
  invalid: z.boolean(),
  /** "At 8 clients: throughput +38 % (+31 to +45 %), p99 −12 % (−17 to −6 %)." */
  words: z.string(),
});
export type Comparison = z.infer<typeof comparison>;

const load = experimentStep.shape.load;

/** Both sides under one load. */
export const loadComparison = z.object({
  before: load,
  /** Same as `before`, unless a user chose two steps of different loads. */
  after: load,
  invalid: z.object({ before: z.boolean(), after: z.boolean() }),
  /**
   * Share by which invalid measurements may be off, if a difference is significant nevertheless (V18): then no side counts
   * as invalid. Absent: none is, or their error matters.
   */
  possibleError: z.number().optional(),
  figures: z.array(figureDifference),
});
export type LoadComparison = z.infer<typeof loadComparison>;

/** Two experiments, or parts of them, load by load. */
export const experimentComparison = z.object({
  /** The result in sentences, the largest change first; if `invalid`, the last one names the loads. */
  sentences: z.array(z.string()).min(1),
  /** In the order of the loads. */
  loads: z.array(loadComparison),
  /** Loads that only one side measured. */
  onlyBefore: z.array(load),
  onlyAfter: z.array(load),
  /** For two searches with the same objective: the highest loads that met it. */
  found: z
    .object({
      objective: z.string(),
      kind: load.shape.kind,
      before: z.number().nullable(),
      after: z.number().nullable(),
      /** The relative change between the two brackets. */
      share: change.nullable(),
    })
    .nullable(),
  /** Configuration fields that changed; null if a text can't be parsed. */
  changes: z.array(fieldChange).nullable(),
  /** Unintended differences between the two, sentences. */
  unlike: z.array(z.string()),
  /** One of the compared measurements is invalid, and its possible error matters (V18). */
  invalid: z.boolean(),
});
export type ExperimentComparison = z.infer<typeof experimentComparison>;
