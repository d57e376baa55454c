import type { ModelStatistics } from "../../../../engine/types.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricSample } from "../../metrics/metrics-text.ts";
import type { Exposition } from "../exposition/index.ts";
import { metricFigures } from "./metric-figures.ts";
import { statisticFigures } from "./statistic-figures.ts";

/** The metrics that figures are made of, a regular expression. */
export const RECORDED_TRITON = [
  "nv_inference_(request_(success|failure|duration_us|summary_us)|count|exec_count)",
  "nv_inference_(queue|compute_input|compute_infer|compute_output)_duration_us",
  "nv_inference_pending_request_count",
  "nv_inference_first_response_histogram_ms_(bucket|sum|count)",
  "nv_cache_num_(hits|misses)_per_model",
  "nv_(cpu|gpu)_(utilization|memory_used_bytes)",
  "batchdeck_inference_request_duration_us_(bucket|sum|count)",
].join("|");

/** Figures from only a Triton's metrics, which include the counters of its statistics (TRITON-7). */
export function recordedTritonFigures(exposition: Exposition): RawFigure[] {
  return [...statisticFigures(statisticsIn(exposition)), ...metricFigures(exposition, null)];
}

function statisticsIn(exposition: Exposition): ModelStatistics[] {
  const read = countersOf(exposition);
  return exposition.samples("nv_inference_request_success").flatMap(({ labels, value }) => {
    const { model = "", version = "" } = labels;
    if (model === "") return [];
    const of = (name: string) => read(name).get(keyOf(labels)) ?? 0;
    const duration = (count: number, name: string) => ({
      count,
      ns: of(`nv_inference_${name}_duration_us`) * 1000,
    });
    const [hits, misses] = [of("nv_cache_num_hits_per_model"), of("nv_cache_num_misses_per_model")];
    // Cache hits are queued, but not computed.
    const computed = Math.max(0, value - hits);
    return {
      name: model,
      version,
      last_inference: 0,
      inference_count: of("nv_inference_count"),
      execution_count: of("nv_inference_exec_count"),
      inference_stats: {
        success: duration(value, "request"),
        fail: { count: of("nv_inference_request_failure"), ns: 0 },
        queue: duration(value, "queue"),
        compute_input: duration(computed, "compute_input"),
        compute_infer: duration(computed, "compute_infer"),
        compute_output: duration(computed, "compute_output"),
        cache_hit: { count: hits, ns: 0 },
        cache_miss: { count: misses, ns: 0 },
      },
      batch_stats: [],
      memory_usage: [],
      response_stats: {},
    };
  });
}

/** Sums by model and version: failures have a sample for each reason, and a GPU may be named as well. */
function countersOf(exposition: Exposition): (name: string) => ReadonlyMap<string, number> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (name) => {
    const before = known.get(name);
    if (before) return before;
    const sums = new Map<string, number>();
    for (const { labels, value } of exposition.samples(name))
      sums.set(keyOf(labels), (sums.get(keyOf(labels)) ?? 0) + value);
    known.set(name, sums);
    return sums;
  };
}

const keyOf = ({ model = "", version = "" }: MetricSample["labels"]) => `${model}\n${version}`;
