import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import {
  distributions,
  type Exposition,
  gauges,
  rates,
  ratios,
  sumByModel,
  unavailable,
} from "../exposition/index.ts";

type Labels = Readonly<Record<string, string>>;

const OFF =
  'Start the server with --rest_port and --metrics_enable, or set "monitoring": {"metrics": {"enable": true}} in its configuration.';
const listed = (metric: string) =>
  `${metric} is not exported: name it in --metrics_list, which replaces the default list, so name the others as well.`;
const NO_BATCH =
  "OpenVINO Model Server doesn't batch requests; it runs them in parallel streams (nireq).";

const QUESTIONS = new Set(["ModelReady", "ModelMetadata", "GetModelStatus", "GetModelMetadata"]);
/** Only inference calls count. */
const infers = ({ method = "" }: Labels) => !QUESTIONS.has(method);
const US = 1 / 1000;

/** The setting that would export a metric. */
type Hint = (metric: string) => string;

export function readFigures({ text, exposition, why }: MetricsPage): RawFigure[] {
  const off = text === null ? `${why} ${OFF}` : null;
  const hint: Hint = (metric) => off ?? listed(metric);
  const named = (metric: string) => ({ model: "name", hint: hint(metric) });
  const none = (figure: FigureId, reason: string) => unavailable(figure, "", off ?? reason);
  const times = (metric: string, figure: FigureId) =>
    distributions(
      exposition,
      { mean: figure, quantiles: {} },
      { ...named(metric), names: [metric], scale: US },
    );
  return [
    ...requests(exposition, hint),
    ...rates(exposition, "failuresPerSecond", {
      ...named("ovms_requests_fail"),
      names: ["ovms_requests_fail"],
      where: infers,
    }),
    ...waiting(exposition, hint),
    ...running(exposition, hint),
    ...distributions(
      exposition,
      {
        mean: "latencyMs",
        quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 },
      },
      { ...named("ovms_request_time_us"), names: ["ovms_request_time_us"], scale: US },
    ),
    ...times("ovms_wait_for_infer_req_time_us", "queueMs"),
    ...times("ovms_inference_time_us", "computeMs"),
    ...ratios(
      exposition,
      "queueToCompute",
      [["ovms_wait_for_infer_req_time_us_sum", "ovms_inference_time_us_sum"]],
      named("ovms_wait_for_infer_req_time_us or ovms_inference_time_us"),
    ),
    none("meanBatch", NO_BATCH),
    none("cacheHitRate", "OpenVINO Model Server has no response cache."),
  ];
}

/** Models count successes; MediaPipe graphs count accepted requests. */
function requests(exposition: Exposition, hint: Hint): RawFigure[] {
  const counted = (name: string) =>
    rates(exposition, "requestsPerSecond", {
      names: [name],
      model: "name",
      where: infers,
      hint: hint(name),
    });
  const ofModels = counted("ovms_requests_success");
  const known = new Set(ofModels.map(({ model }) => model));
  const ofGraphs = exposition.find(["ovms_requests_accepted"])
    ? counted("ovms_requests_accepted")
    : [];
  return [...ofModels, ...ofGraphs.filter(({ model }) => !known.has(model))];
}

/** Models hold inference requests; MediaPipe graphs run by themselves. */
function running(exposition: Exposition, hint: Hint): RawFigure[] {
  const at = (name: string) =>
    gauges(exposition, "running", { names: [name], model: "name", hint: hint(name) }, "sum");
  return [
    ...at("ovms_infer_req_active"),
    ...(exposition.find(["ovms_current_graphs"]) ? at("ovms_current_graphs") : []),
  ];
}

/** Waiting requests: those received less those that hold an inference request. */
function waiting(exposition: Exposition, hint: Hint): RawFigure[] {
  const [current, active] = ["ovms_current_requests", "ovms_infer_req_active"] as const;
  const came = exposition.find([current]);
  const work = exposition.find([active]);
  const source = `${current} − ${active}`;
  if (!came || !work) return [unavailable("waiting", "", hint(came ? active : current), source)];
  const working = sumByModel(work.samples, { model: "name" });
  return [...sumByModel(came.samples, { model: "name" })].map(([model, value]) => ({
    form: "gauge",
    figure: "waiting",
    model,
    source,
    value: Math.max(0, value - (working.get(model) ?? 0)),
    across: "sum",
  }));
}
