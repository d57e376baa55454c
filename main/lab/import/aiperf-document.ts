import { z } from "zod";

/** AIPerf's profile_export_aiperf.json as far as it is used (aiperf 0.13.0, JsonExportData 1.4; see ../export/SPEC.md). */
const MAX_VALUE = 1e12;
const value = z.number().min(0).max(MAX_VALUE);
const count = z.number().int().min(0).max(1e9);
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

const metric = z.looseObject({ unit: z.string().max(100), avg: value });
/** A distribution in ms. */
const times = z.looseObject({
  unit: z.literal("ms"),
  avg: value,
  p50: optional(value),
  p90: optional(value),
  p95: optional(value),
  p99: optional(value),
  min: optional(value),
  max: optional(value),
  count: optional(count),
});
export type AiperfTimes = z.infer<typeof times>;

const phase = z.looseObject({
  kind: optional(z.string().max(100)),
  type: z.string().max(100),
  concurrency: optional(z.number().int().min(1).max(1e9)),
  rate: optional(z.number().positive().max(1e9)),
  smoothness: optional(z.number().positive().max(1e9)),
});
export type AiperfPhase = z.infer<typeof phase>;

const items = z.number().min(1).max(1_000_000);
/** Only what requests of several texts have. */
const dataset = z.looseObject({
  prompts: optional(z.looseObject({ batch_size: optional(items) })),
  rankings: optional(
    z.looseObject({
      passages: optional(z.looseObject({ value: optional(items), mean: optional(items) })),
    }),
  ),
});

export const aiperfDocument = z.looseObject({
  request_throughput: metric,
  request_latency: times,
  request_count: metric,
  time_to_first_token: optional(times),
  inter_token_latency: optional(times),
  inter_chunk_latency: optional(times),
  goodput: optional(metric),
  total_isl: optional(metric),
  total_osl: optional(metric),
  total_output_tokens: optional(metric),
  benchmark_duration: optional(metric),
  error_request_count: optional(metric),
  error_summary: optional(
    z
      .array(
        z.looseObject({
          error_details: z.looseObject({
            type: optional(z.string()),
            message: optional(z.string()),
          }),
          count,
        }),
      )
      .max(100_000),
  ),
  start_time: optional(z.string().max(100)),
  end_time: optional(z.string().max(100)),
  input_config: z.looseObject({
    models: optional(
      z.looseObject({
        items: z.array(z.looseObject({ name: z.string().min(1).max(1000) })).min(1),
      }),
    ),
    endpoint: optional(
      z.looseObject({
        type: optional(z.string().max(100)),
        streaming: optional(z.boolean()),
        /** Up to 0.9. */
        model_names: optional(z.array(z.string().min(1).max(1000)).min(1)),
      }),
    ),
    datasets: optional(z.array(dataset).max(1000)),
    phases: optional(z.array(phase).max(1000)),
  }),
  run_info: optional(z.looseObject({ run_label: optional(z.string().max(1000)) })),
});
export type AiperfDocument = z.infer<typeof aiperfDocument>;
