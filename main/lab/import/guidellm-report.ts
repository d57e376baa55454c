import { z } from "zod";

/** GuideLLM's benchmarks.json as far as it is used (guidellm 0.8.1, report version 2; see ../export/SPEC.md). */
const MAX_VALUE = 1e12;
const value = z.number().min(0).max(MAX_VALUE);
const count = z.number().int().min(0).max(1e9);
const epochSeconds = z.number().min(0).max(4e9);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

const interval = z.object({ lower: value, upper: value });
const PERCENTILES = ["p50", "p90", "p95", "p99", "p999"] as const;
const byPercentile = <T extends z.ZodType>(schema: T) =>
  z.looseObject(
    Object.fromEntries(PERCENTILES.map((name) => [name, schema])) as Record<
      (typeof PERCENTILES)[number],
      T
    >,
  );

const distribution = z.looseObject({
  mean: value,
  min: value,
  max: value,
  count,
  total_sum: value,
  percentiles: byPercentile(value),
  percentile_cis: optional(byPercentile(optional(interval))),
});
export type GuidellmDistribution = z.infer<typeof distribution>;

const byStatus = z.looseObject({ successful: optional(distribution) });

const totals = z.looseObject({ successful: count, errored: count, incomplete: count });

/** A request's own figures; absent in reports without sampled requests. */
const request = z.looseObject({
  /** JSON of what was sent. */
  request_args: optional(z.string()),
  request_latency: optional(value),
  time_to_first_token_ms: optional(value),
  inter_token_latency_ms: optional(value),
  info: optional(z.looseObject({ error: optional(z.string()) })),
});
const requests = optional(z.array(request).max(1_000_000));

const strategy = z.looseObject({
  type_: z.string().max(100),
  streams: optional(z.number().int().min(1).max(1e9)),
  max_concurrency: optional(z.number().int().min(1).max(1e9)),
  rate: optional(z.number().positive().max(1e9)),
});

const backend = z.looseObject({
  model: optional(z.string().min(1).max(1000)),
  request_format: optional(z.string().max(1000)),
  stream: optional(z.boolean()),
});

const benchmark = z.looseObject({
  config: z.looseObject({ strategy, backend: optional(backend) }),
  metrics: z.looseObject({
    request_totals: totals,
    requests_per_second: byStatus,
    request_latency: byStatus,
    prompt_token_count: byStatus,
    output_token_count: byStatus,
    time_to_first_token_ms: byStatus,
    inter_token_latency_ms: byStatus,
    request_goodput: optional(byStatus),
  }),
  requests: optional(
    z.looseObject({ successful: requests, errored: requests, incomplete: requests }),
  ),
  start_time: optional(epochSeconds),
  scheduler_metrics: z.looseObject({
    measure_start_time: epochSeconds,
    measure_end_time: epochSeconds,
  }),
});
export type GuidellmBenchmark = z.infer<typeof benchmark>;

export const guidellmReport = z.looseObject({
  metadata: z.looseObject({ version: z.literal(2) }),
  benchmarks: z.array(benchmark).min(1).max(1000),
});
