import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import type { MetricsPage } from "../probe/index.ts";
import { distributions, rates, ratios, unavailable, type Wanted } from "../exposition/index.ts";

const OFF =
  'Start the server with --rest_api_port and --monitoring_config_file naming a file with prometheus_config { enable: true, path: "/monitoring/prometheus/metrics" }. It lists no models: they are known from its metrics, or from the names entered with the connection.';
const BATCHING =
  "Nothing was batched: start the server with --enable_batching (and --batching_parameters_file).";
const NO_QUEUE =
  "TensorFlow Serving exports no depth of its queue; with --enable_batching it exports the time spent in it.";
const QUEUE_RATIO =
  "TensorFlow Serving's runtime latency includes the wait for a batch, so the two can't be compared.";
const NOT_YET = "Exported after a model's first request; older versions don't have this metric.";

/** Microseconds. */
const US = 1 / 1000;
/** A full queue rejects with UNAVAILABLE. */
const REJECTED = new Set(["UNAVAILABLE", "DEADLINE_EXCEEDED"]);

/** "/tensorflow/serving/X" as exported: each character that Prometheus does not allow becomes ":". */
const metric = (name: string) => `:tensorflow:serving:${name}`;

export function readFigures({ text, exposition, why }: MetricsPage): RawFigure[] {
  const hint = (setting: string) => (text === null ? `${why} ${OFF}` : setting);
  const byModel = (name: string): Wanted => ({
    names: [metric(name)],
    model: "model_name",
    hint: hint(NOT_YET),
  });
  const batching = { model: null, hint: hint(BATCHING) };
  const none = (figure: FigureId, setting: string) => unavailable(figure, "", hint(setting));
  const counted = (figure: FigureId, ofStatus: (status: string) => boolean) =>
    rates(exposition, figure, {
      ...byModel("request_count"),
      where: ({ status = "OK" }) => ofStatus(status),
    });
  return [
    ...counted("requestsPerSecond", (status) => status === "OK"),
    ...counted("failuresPerSecond", (status) => status !== "OK"),
    ...counted("rejectedPerSecond", (status) => REJECTED.has(status)),
    ...distributions(
      exposition,
      {
        mean: "latencyMs",
        quantiles: { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 },
      },
      {
        ...byModel("request_latency"),
        where: ({ status = "OK" }) => status === "OK",
        scale: US,
      },
    ),
    ...distributions(
      exposition,
      { mean: "computeMs", quantiles: {} },
      { ...byModel("runtime_latency"), scale: US },
    ),
    ...distributions(
      exposition,
      { mean: "queueMs", quantiles: {} },
      { ...batching, names: [metric("batching_session:queuing_latency")], scale: US },
    ),
    ...rates(exposition, "inferencesPerSecond", {
      ...batching,
      names: [metric("batching_session:input_batch_size_sum")],
    }),
    ...ratios(
      exposition,
      "meanBatch",
      [
        [
          metric("batching_session:processed_batch_size_sum"),
          metric("batching_session:processed_batch_size_count"),
        ],
      ],
      batching,
    ),
    none("queueToCompute", QUEUE_RATIO),
    none("waiting", NO_QUEUE),
    none("cacheHitRate", "TensorFlow Serving has no response cache."),
  ];
}
