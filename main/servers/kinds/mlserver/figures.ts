import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { distributions, rates, ratios, unavailable } from "../exposition/index.ts";

type Labels = Readonly<Record<string, string>>;

const OFF =
  "MLServer serves metrics at a separate port, by default 8082 (metrics_port in settings.json); metrics_endpoint must not be null.";
const BATCHING =
  "Adaptive batching is off by default: set max_batch_size above 1 and max_batch_time in the model's model-settings.json.";
const WORKERS =
  "This MLServer runs models in its own process (parallel_workers 0); it exports its queues only with inference workers.";
const REST =
  "MLServer exports a histogram only of REST requests, with the prefix of metrics_rest_server_prefix (rest_server).";

/** REST requests, from starlette_exporter, which renamed it. */
const REST_LATENCY = [
  "rest_server_requests_duration_seconds",
  "rest_server_request_duration_seconds",
];
const INFER = /^\/v2\/models\/([^/]+)(?:\/versions\/[^/]+)?\/infer$/;

export function readFigures({ text, exposition, why }: MetricsPage): RawFigure[] {
  const hint = (setting: string) => (text === null ? `${why} ${OFF}` : setting);
  const absent = "This version does not export it.";
  const none = (figure: FigureId, setting: string) => unavailable(figure, "", hint(setting));
  const hasWorkers = exposition.findDistribution(["parallel_request_queue"]) !== null;
  return [
    ...rates(exposition, "requestsPerSecond", {
      names: ["model_infer_request_success"],
      model: modelLabel,
      hint: hint(absent),
    }),
    ...rates(exposition, "failuresPerSecond", {
      names: ["model_infer_request_failure"],
      model: modelLabel,
      hint: hint(absent),
    }),
    ...distributions(
      exposition,
      { mean: "latencyMs", quantiles: {} },
      {
        names: ["model_infer_request_duration"],
        model: modelLabel,
        scale: 1000,
        hint: hint(absent),
      },
    ),
    ...distributions(
      exposition,
      { quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 } },
      {
        names: REST_LATENCY,
        model: ({ path = "" }) => servedModel(path),
        where: ({ path = "" }) => INFER.test(path),
        scale: 1000,
        hint: hint(REST),
      },
    ),
    ...ratios(exposition, "waiting", [["batch_request_queue_sum", "batch_request_queue_count"]], {
      model: modelLabel,
      hint: hint(hasWorkers ? BATCHING : WORKERS),
    }),
    ...ratios(
      exposition,
      "running",
      [["parallel_request_queue_sum", "parallel_request_queue_count"]],
      { model: modelLabel, hint: hint(WORKERS) },
    ),
    none("meanBatch", `MLServer exports no sizes of batches. ${BATCHING}`),
    none("cacheHitRate", "MLServer exports no metrics of its response cache (cache_enabled)."),
  ];
}

/** Labels were renamed from `model` to `model_name`. */
function modelLabel(labels: Labels): string {
  return labels["model_name"] ?? labels["model"] ?? "";
}

/** The model of an inference's path; "" where paths are grouped, as newer versions do. */
function servedModel(path: string): string {
  const name = INFER.exec(path)?.[1] ?? "";
  return name.startsWith("{") ? "" : decoded(name);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
