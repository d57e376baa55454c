import type { ObservedModel } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";
import { Probe, metricsPage, processStart, type MetricsPage } from "../probe/index.ts";
import type { ObservedKind, Reach } from "../kind.ts";
import { introduce, type Introduction } from "./introduction.ts";
import { modelDetail } from "./model-detail.ts";
import { listModels } from "./models.ts";
import { distributions, gauges, rates, unavailable, type Wanted } from "../exposition/index.ts";

export { introducedAs } from "./introduction.ts";
export { modelDetail } from "./model-detail.ts";
export { listModels } from "./models.ts";
export { groupVersions } from "./repository.ts";

/** Servers with kinds of their own. */
const OTHERS = new Set(["triton", "batchdeck", "mlserver", "openvino model server"]);

const NO_LIST =
  "This server has no call that lists its models, which the protocol allows: neither GET /v2/models nor the repository extension answers.";

/** Any other server of the Open Inference Protocol (SPEC.md: OPEN-INFERENCE-1 to OPEN-INFERENCE-6). */
export const openInference: ObservedKind = {
  kind: "openInference",
  name: "Open Inference Protocol",
  capabilities: ["inference"],
  async recognise(reach, asked, signal) {
    const probe = new Probe(asked, signal);
    const found = await introduce(reach, probe);
    probe.end();
    return found && !isAnothers(found) ? { version: found.version } : null;
  },
  observe,
  modelDetail,
};

function isAnothers({ name, extensions }: Introduction): boolean {
  return OTHERS.has(name.toLowerCase()) || extensions.includes("statistics");
}

async function observe(reach: Reach, signal?: AbortSignal): Promise<Observation> {
  const [models, page] = await Promise.all([
    listModels(reach, signal),
    metricsPage(reach.metrics, "/metrics", signal),
  ]);
  const figures = readFigures(page, models ? "" : NO_LIST);
  return {
    incarnation: processStart(page.exposition),
    models: models ?? namedIn(figures),
    figures,
    exposition: page.text,
  };
}

/** Models that the metrics name, if the server lists none. */
function namedIn(figures: readonly RawFigure[]): ObservedModel[] {
  const names = new Set(figures.map(({ model }) => model).filter((model) => model !== ""));
  return [...names].map((name) => ({
    name,
    versions: [],
    state: "unknown",
    reason: null,
    facts: [],
  }));
}

const OFF =
  "The Open Inference Protocol has no metrics. Give the address of the server's metrics page, if it has one; KServe's own runtimes export theirs at the HTTP port under /metrics.";
const LATENCY = "Only the prediction time is exported, not that of the whole request.";
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
