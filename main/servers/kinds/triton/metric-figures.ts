import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import {
  byModel,
  distributions,
  type Exposition,
  gauges,
  rates,
  unavailable,
} from "../exposition/index.ts";

const PENDING = "This version does not export pending requests; newer ones do.";
const REASONS = "This version doesn't report failures by reason.";
const SUMMARIES =
  "Start Triton with --metrics-config summary_latencies=true, which has cost up to a third of the throughput (triton-inference-server/server issue 8561) and leaves out models with a response cache. Batchdeck's engine exports a histogram instead.";
const FIRST = "Exported only for decoupled models, with --metrics-config histogram_latencies=true.";
const CPU = "Turned off by --allow-cpu-metrics=false, or not Linux.";
const GPU = "There is no GPU, or --allow-gpu-metrics=false turns this off.";

const SUMMARY = "nv_inference_request_summary_us";
const OWN_HISTOGRAM = "batchdeck_inference_request_duration_us";
const PERCENTILES: Readonly<Partial<Record<FigureId, number>>> = {
  latencyP50Ms: 0.5,
  latencyP95Ms: 0.95,
  latencyP99Ms: 0.99,
};
const US = 1 / 1000;

/** What metrics report beyond the statistics. `missing`: why there is no page; null: there is one. */
export function metricFigures(exposition: Exposition, missing: string | null): RawFigure[] {
  const by = (name: string, hint: string, model: string | null = "model") => ({
    names: [name],
    model,
    hint: missing ?? hint,
  });
  return [
    ...gauges(exposition, "waiting", by("nv_inference_pending_request_count", PENDING), "sum"),
    ...rates(exposition, "rejectedPerSecond", {
      ...by("nv_inference_request_failure", REASONS),
      where: ({ reason }) => reason === "REJECTED",
    }),
    ...percentiles(exposition, missing),
    ...distributions(
      exposition,
      { mean: "ttftMs", quantiles: { ttftP50Ms: 0.5, ttftP99Ms: 0.99 } },
      by("nv_inference_first_response_histogram_ms", FIRST),
    ),
    ...gauges(exposition, "cpuUse", by("nv_cpu_utilization", CPU, null), "most"),
    ...gauges(exposition, "memoryUsed", by("nv_cpu_memory_used_bytes", CPU, null), "sum"),
    ...gauges(exposition, "gpuUse", by("nv_gpu_utilization", GPU, null), "most"),
    ...gauges(exposition, "gpuMemoryUsed", by("nv_gpu_memory_used_bytes", GPU, null), "sum"),
  ];
}

/** Our engine's histogram, or else Triton's summaries, whose percentiles can't be combined with others. */
function percentiles(exposition: Exposition, missing: string | null): RawFigure[] {
  const hint = missing ?? SUMMARIES;
  if (exposition.find([SUMMARY])) return summaries(exposition);
  if (exposition.findDistribution([OWN_HISTOGRAM]) !== null)
    return distributions(
      exposition,
      { quantiles: PERCENTILES },
      { names: [OWN_HISTOGRAM], model: "model", scale: US, hint },
    );
  return (Object.keys(PERCENTILES) as FigureId[]).map((figure) =>
    unavailable(figure, "", hint, SUMMARY),
  );
}

/** The slowest of several versions. */
function summaries(exposition: Exposition): RawFigure[] {
  return (Object.entries(PERCENTILES) as [FigureId, number][]).flatMap(([figure, quantile]) => {
    const own = byModel(exposition.samples(SUMMARY), {
      model: "model",
      where: (labels) => Number(labels["quantile"]) === quantile,
    });
    return [...own].map(
      ([model, samples]): RawFigure => ({
        form: "gauge",
        figure,
        model,
        source: SUMMARY,
        value: Math.max(...samples.map(({ value }) => value)) * US,
        across: "none",
      }),
    );
  });
}
