import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import {
  distributions,
  type Exposition,
  gauges,
  rates,
  ratios,
  unavailable,
} from "../exposition/index.ts";
import { type Deployment, modelName } from "./applications.ts";

type Labels = Readonly<Record<string, string>>;

const OFF =
  "Every node of a Ray cluster exports its own part: start it with --metrics-export-port=8080 and give HOST:8080 as the address of metrics.";
const QUIET = "Not exported yet: metrics appear every 10 s after the deployment's first request.";
const BATCH =
  "Exported by newer versions, and only for methods that are decorated with @serve.batch.";

const WAIT = [
  "ray_serve_request_router_fulfillment_time_ms",
  "ray_serve_deployment_queuing_latency_ms",
];
const WORK = "ray_serve_deployment_processing_latency_ms";

const ESTIMATED = " (estimated from its buckets)";

export function readFigures(deployments: readonly Deployment[], page: MetricsPage): RawFigure[] {
  const figures = reportedFigures(deployments, page);
  return hasBucketsAlone(page.exposition) ? figures.map(withEstimates) : figures;
}

/** Whether sums of histograms are made of their buckets, as by Ray's exporter over OpenTelemetry (RAY-SERVE-8). */
function hasBucketsAlone(exposition: Exposition): boolean {
  return [`${WORK}_count`, ...WAIT.map((each) => `${each}_count`)].some((name) =>
    exposition.samples(name).some(({ labels }) => labels["otel_scope_name"] !== undefined),
  );
}

function withEstimates(figure: RawFigure): RawFigure {
  const source = `${figure.source}${ESTIMATED}`;
  if (figure.form === "ratio" && figure.figure === "queueToCompute") return { ...figure, source };
  if (figure.form !== "histogram") return figure;
  if (figure.mean !== "meanBatch") return { ...figure, source };
  const { model, count } = figure;
  const part = wholeSum(figure);
  return { form: "ratio", figure: "meanBatch", model, source, part, whole: count };
}

/** The sum of values that are whole numbers, each taken as the mean of those that its bucket can hold. */
function wholeSum({ buckets }: Extract<RawFigure, { form: "histogram" }>): number {
  let sum = 0;
  let [lower, below] = [0, 0];
  for (const [bound, count] of buckets) {
    const first = Math.floor(lower) + 1;
    const last = Number.isFinite(bound) ? Math.floor(bound) : first;
    sum += ((first + last) / 2) * (count - below);
    [lower, below] = [bound, count];
  }
  return sum;
}

function reportedFigures(
  deployments: readonly Deployment[],
  { text, exposition, why }: MetricsPage,
): RawFigure[] {
  const hint = (setting: string) => (text === null ? `${why} ${OFF}` : setting);
  const model = namer(deployments);
  const named = { model, hint: hint(QUIET) };
  const none = (figure: FigureId, reason: string) => unavailable(figure, "", hint(reason));
  return [
    ...workers(deployments),
    ...rates(exposition, "requestsPerSecond", {
      ...named,
      names: ["ray_serve_deployment_request_counter"],
    }),
    ...failures(exposition, deployments, named),
    ...gauges(
      exposition,
      "waiting",
      {
        ...named,
        names: ["ray_serve_deployment_queued_queries", "ray_serve_router_num_queued_requests"],
      },
      "sum",
    ),
    ...gauges(
      exposition,
      "running",
      {
        ...named,
        names: ["ray_serve_replica_processing_queries", "ray_serve_replica_num_ongoing_requests"],
      },
      "sum",
    ),
    ...distributions(exposition, { mean: "queueMs", quantiles: {} }, { ...named, names: WAIT }),
    ...distributions(
      exposition,
      {
        mean: "latencyMs",
        quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 },
      },
      { ...named, names: [WORK] },
    ),
    ...ratios(
      exposition,
      "queueToCompute",
      WAIT.map((wait) => [`${wait}_sum`, `${WORK}_sum`] as const),
      named,
    ),
    ...distributions(
      exposition,
      { mean: "meanBatch", quantiles: {} },
      { model, names: ["ray_serve_actual_batch_size"], hint: hint(BATCH) },
    ),
    none("cacheHitRate", "Ray Serve has no response cache."),
    ...machine(exposition),
  ];
}

function workers(deployments: readonly Deployment[]): RawFigure[] {
  return deployments.map((each) => ({
    form: "gauge",
    figure: "workers",
    model: modelName(each),
    source: "GET /api/serve/applications/",
    value: each.running,
    across: "sum",
  }));
}

/** The counter is created by the first failure; before it there were none. */
function failures(
  exposition: Exposition,
  deployments: readonly Deployment[],
  named: { model: (labels: Labels) => string; hint: string },
): RawFigure[] {
  const counter = "ray_serve_deployment_error_counter";
  const reported = rates(exposition, "failuresPerSecond", { ...named, names: [counter] });
  const requests = exposition.find(["ray_serve_deployment_request_counter"]);
  if (!requests) return reported;
  // Growth is that of one source: the first failures count from this 0.
  const source = requests.name.endsWith("_total") ? `${counter}_total` : counter;
  const known = new Map(reported.map((each) => [each.model, each]));
  return deployments.map(
    (each) =>
      known.get(modelName(each)) ?? {
        form: "rate",
        figure: "failuresPerSecond",
        model: modelName(each),
        source,
        total: 0,
      },
  );
}

/** Before 2.8 one label contained both names, joined by "_". */
function namer(deployments: readonly Deployment[]): (labels: Labels) => string {
  const joined = new Map(
    deployments.map((each) => [`${each.application}_${each.name}`, modelName(each)]),
  );
  return ({ application = "", deployment = "" }) =>
    application === ""
      ? (joined.get(deployment) ?? deployment)
      : modelName({ application, name: deployment });
}

/** From the node that exports it; GPUs where each is reported separately. */
function machine(exposition: Exposition): RawFigure[] {
  const at = (figure: FigureId, name: string, across: "sum" | "most", scale: number) =>
    exposition.samples(name).length === 0
      ? []
      : gauges(exposition, figure, { names: [name], model: null, scale, hint: "" }, across);
  const each = exposition
    .samples("ray_node_gpus_utilization")
    .every(({ labels }) => labels["GpuIndex"] !== undefined);
  return [
    ...at("cpuUse", "ray_node_cpu_utilization", "most", 1 / 100),
    ...at("memoryUsed", "ray_node_mem_used", "sum", 1),
    ...(each ? at("gpuUse", "ray_node_gpus_utilization", "most", 1 / 100) : []),
  ];
}
