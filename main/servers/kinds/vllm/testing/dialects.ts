/**
 * What releases of vLLM export, read from its source:
 * `v0`: vllm-project/vllm, vllm/engine/metrics.py at 00c33e81b526a179a6afb86512d1e8198965ee2f (engine before V1, 0.5).
 * `v1`: vllm-project/vllm, vllm/v1/metrics/loggers.py at a6f0308cfe806b7731ad4979c9bea6e470c35efd (first V1 engine, 0.8).
 * `both`: the same file at 005a810bc40faa25b8870fbc8559c3462581eee3 (0.10: old names deprecated, new ones next to them).
 * `now`: 0.32.0 as it answered (recorded-0.32.0.txt).
 * `next`: with vllm/entrypoints/serve/middleware/request_failures.py at 0ba4ba234d63d31e6b8b7ca59a27098b83a5519e, which
 * 0.32.0 has not.
 */
export interface Dialect {
  readonly version: string;
  /** Whether each sample names its engine. */
  readonly engines: boolean;
  readonly cacheUse: readonly string[];
  /** Counters' base names and what they count. */
  readonly prefixCache: readonly (readonly [hits: string, queries: string, unit: string])[];
  readonly betweenTokens: string;
  /** Time in the queue and in work, tokens by step. */
  readonly phases: boolean;
  readonly reasons: readonly string[];
  readonly waitingByReason: boolean;
  readonly rejections: boolean;
  readonly failures: boolean;
  /** Whether a counter has samples before anything is counted. */
  readonly startsAtZero: boolean;
}

const GPU_HITS = "vllm:gpu_prefix_cache_hits";
const GPU_QUERIES = "vllm:gpu_prefix_cache_queries";
const HITS = "vllm:prefix_cache_hits";
const QUERIES = "vllm:prefix_cache_queries";

const NOW = {
  version: "0.32.0",
  engines: true,
  cacheUse: ["vllm:kv_cache_usage_perc"],
  prefixCache: [[HITS, QUERIES, "tokens"]],
  betweenTokens: "vllm:inter_token_latency_seconds",
  phases: true,
  reasons: ["stop", "length", "abort", "error", "repetition"],
  waitingByReason: true,
  rejections: true,
  failures: false,
  startsAtZero: true,
} as const satisfies Dialect;

export const DIALECTS = {
  v0: {
    version: "0.5.5",
    engines: false,
    cacheUse: ["vllm:gpu_cache_usage_perc"],
    prefixCache: [],
    betweenTokens: "vllm:time_per_output_token_seconds",
    phases: false,
    reasons: ["stop", "length", "abort"],
    waitingByReason: false,
    rejections: false,
    failures: false,
    startsAtZero: false,
  },
  v1: {
    version: "0.8.4",
    engines: false,
    cacheUse: ["vllm:gpu_cache_usage_perc"],
    prefixCache: [[GPU_HITS, GPU_QUERIES, "blocks"]],
    betweenTokens: "vllm:time_per_output_token_seconds",
    phases: true,
    reasons: ["stop", "length", "abort"],
    waitingByReason: false,
    rejections: false,
    failures: false,
    startsAtZero: true,
  },
  both: {
    version: "0.10.2",
    engines: true,
    cacheUse: ["vllm:gpu_cache_usage_perc", "vllm:kv_cache_usage_perc"],
    prefixCache: [
      [GPU_HITS, GPU_QUERIES, "tokens"],
      [HITS, QUERIES, "tokens"],
    ],
    betweenTokens: "vllm:time_per_output_token_seconds",
    phases: true,
    reasons: ["stop", "length", "abort"],
    waitingByReason: false,
    rejections: false,
    failures: false,
    startsAtZero: true,
  },
  now: NOW,
  next: { ...NOW, version: "0.33.0", failures: true },
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;
