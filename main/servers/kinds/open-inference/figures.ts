import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { distributions, gauges, rates, unavailable, type Wanted } from "../exposition/index.ts";

const OFF =
  "The Open Inference Protocol has no metrics. Give the address of the server's metrics page, if it has one; KServe's own runtimes export theirs at the HTTP port under /metrics.";
const LATENCY = "Only the time of predicting is exported, not that of the whole request.";
const NEVER = "The Open Inference Protocol reports no queues or batches.";

/**
 * What KServe's Python runtimes export; from other servers' pages only what Prometheus' client libraries add.
 * `unlisted`: why the models are unknown, "" if they are known.
 */
export function readFigures({ text, exposition, why }: MetricsPage, unlisted: string): RawFigure[] {
  const wanted = (name: string): Wanted => ({
    names: [name],
    model: "model_name",
    hint: text === null ? `${why} ${OFF}` : `${name} is not exported. ${OFF}`,
  });
  const latency = text === null ? `${why} ${OFF}` : LATENCY;
  return [
    ...rates(exposition, "requestsPerSecond", {
      ...wanted("request_predict_seconds_count"),
      hint: [unlisted, wanted("request_predict_seconds_count").hint].join(" ").trim(),
    }),
    ...distributions(
      exposition,
      { mean: "computeMs", quantiles: {} },
      { ...wanted("request_predict_seconds"), scale: 1000 },
    ),
    ...(exposition.samples("process_resident_memory_bytes").length > 0
      ? gauges(
          exposition,
          "memoryUsed",
          { names: ["process_resident_memory_bytes"], model: null, hint: "" },
          "sum",
        )
      : []),
    unavailable("latencyMs", "", latency, "request_predict_seconds"),
    unavailable("latencyP99Ms", "", latency, "request_predict_seconds"),
    unavailable("waiting", "", NEVER),
    unavailable("meanBatch", "", NEVER),
    unavailable("cacheHitRate", "", "The Open Inference Protocol reports no cache."),
  ];
}
