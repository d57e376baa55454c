import { z } from "zod";

/**
 * One figure of two sides. `share` is the relative difference with its 95 % interval; null where it cannot be told.
 * "none": no difference shown.
 */
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
  ]),
  unit: z.enum(["inf/s", "tokens/s", "ms", "share"]),
  before: z.number().nullable(),
  after: z.number().nullable(),
  share: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  verdict: z.enum(["better", "worse", "none", "unknown"]),
  /** What the interval rests on, or why there is none. */
  basis: z.string(),
});
export type FigureDifference = z.infer<typeof figureDifference>;

export const comparison = z.object({
  figures: z.array(figureDifference),
  /** What the two do not have in common, so that the comparison does not mislead; sentences. */
  unlike: z.array(z.string()),
  /** Either side holds invalid measurements. */
  invalid: z.boolean(),
  /** One sentence: "Throughput rose by 38 % (31 to 45 %); p99: no difference shown." */
  words: z.string(),
});
export type Comparison = z.infer<typeof comparison>;
