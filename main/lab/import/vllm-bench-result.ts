import { z } from "zod";

/**
 * A result of `vllm bench serve --save-result`, as far as it is used (vllm/benchmarks/serve.py; see
 * ../export/SPEC.md). Times of single requests are seconds, all others ms.
 */
const seconds = z.number().min(0).max(86_400);
const ms = z.number().min(0).max(86_400_000).nullish();
const tokens = z.number().int().min(0).max(1e12);
const rate = z.number().min(0).max(1e12);
const MAX_REQUESTS = 1_000_000;
const list = <T extends z.ZodType>(element: T) => z.array(element).max(MAX_REQUESTS).nullish();

const NAMES = ["ttft", "tpot", "itl", "e2el"] as const;
export type VllmTime = (typeof NAMES)[number];
const FIGURES = ["mean", "median", "p50", "p90", "p95", "p99", "p99.9"] as const;
type VllmFigure = (typeof FIGURES)[number];
type FigureKey = `${VllmFigure}_${VllmTime}_ms`;

const figures = Object.fromEntries(
  NAMES.flatMap((name) => FIGURES.map((figure) => [`${figure}_${name}_ms`, ms])),
) as Record<FigureKey, typeof ms>;

export const vllmResult = z.looseObject({
  date: z.string().max(100).nullish(),
  backend: z.string().max(200).nullish(),
  label: z.string().max(1000).nullish(),
  model_id: z.string().min(1).max(1000),
  /** "inf": requests don't wait for an instant. */
  request_rate: z.union([rate, z.literal("inf")]).nullish(),
  burstiness: z.number().positive().max(1e9).nullish(),
  max_concurrency: z.number().int().min(1).max(1e9).nullish(),
  duration: seconds.positive(),
  completed: z.number().int().min(0).max(1e9),
  failed: z.number().int().min(0).max(1e9).nullish(),
  num_prompts: z.number().int().min(0).max(1e9).nullish(),
  total_input_tokens: tokens,
  /** Absent for embeddings and reranks. */
  total_output_tokens: tokens.nullish(),
  /** For embeddings and reranks; absent in earlier versions. */
  total_input_sequences: tokens.nullish(),
  request_throughput: rate,
  request_goodput: rate.nullish(),
  output_throughput: rate.nullish(),
  /** Per request; all but `latencies` only with `--save-detailed`. */
  ttfts: list(seconds),
  itls: list(z.array(seconds).max(MAX_REQUESTS)),
  latencies: list(seconds),
  output_lens: list(tokens),
  /** Empty if the request succeeded. */
  errors: list(z.string().nullable()),
  ...figures,
});
export type VllmResult = z.infer<typeof vllmResult>;

/** A requested figure, ms; null if it was not requested. */
export function readFigure(result: VllmResult, figure: VllmFigure, name: VllmTime): number | null {
  return result[`${figure}_${name}_ms`] ?? null;
}
