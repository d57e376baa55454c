import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import {
  type Exposition,
  gauges,
  rates,
  ratios,
  sumSamples,
  unavailable,
} from "../exposition/index.ts";
import { type DescribedModel, isReady } from "./descriptions.ts";

const QUEUE_HINT =
  "This release of TorchServe does not describe its queue; later ones do, as jobQueueStatus.";
const FROM_US = 1 / 1000;
const MIB = 1024 * 1024;

/** From the models' descriptions, all versions of a model combined. */
export function describedFigures(models: readonly DescribedModel[]): RawFigure[] {
  return models.flatMap(({ name: model, versions, problem }): RawFigure[] => {
    if (problem !== null)
      return [unavailable("waiting", model, problem), unavailable("workers", model, problem)];
    const gauge = (figure: FigureId, source: string, value: number): RawFigure => ({
      form: "gauge",
      figure,
      model,
      source,
      value,
      across: "sum",
    });
    const workers = versions.flatMap((version) => version.workers);
    const queues = versions.flatMap(({ jobQueueStatus }) => jobQueueStatus ?? []);
    const memory = sum(workers.map(({ memoryUsage }) => memoryUsage));
    return [
      queues.length > 0
        ? gauge(
            "waiting",
            "jobQueueStatus.pendingRequests",
            sum(queues.map((each) => each.pendingRequests)),
          )
        : unavailable("waiting", model, QUEUE_HINT, "jobQueueStatus.pendingRequests"),
      gauge("workers", "workers[].status", workers.filter(isReady).length),
      ...(memory > 0 ? [gauge("memoryUsed", "workers[].memoryUsage", memory)] : []),
    ];
  });
}

const REQUESTS = "ts_inference_requests_total";
const LATENCY = "ts_inference_latency_microseconds";
const QUEUE = "ts_queue_latency_microseconds";

/** `known`: the existing models. `why`: why there is no metrics page, in a sentence. */
export function exportedFigures(
  exposition: Exposition,
  known: readonly string[],
  why: string,
): RawFigure[] {
  const on = exposition.find([REQUESTS]) !== null;
  const hint = `${why === "" ? "" : `${why} `}TorchServe exports it at its metrics address, port 8082 unless configured otherwise, with metrics_mode=prometheus in config.properties (or TS_METRICS_MODE=prometheus); the default is log.`;
  const mean = (figure: FigureId, part: string) =>
    ratios(exposition, figure, [[part, REQUESTS]], {
      model: "model_name",
      known,
      scale: FROM_US,
      hint,
    });
  if (!on)
    return (
      [
        "requestsPerSecond",
        "failuresPerSecond",
        "latencyMs",
        "queueMs",
        "computeMs",
        "queueToCompute",
      ] as const
    ).map((figure) => unavailable(figure, "", hint, REQUESTS));
  const latency = mean("latencyMs", LATENCY);
  const queue = mean("queueMs", QUEUE);
  return [
    ...rates(exposition, "requestsPerSecond", {
      names: [REQUESTS],
      model: "model_name",
      known,
      hint,
    }),
    ...failures(exposition),
    ...latency,
    ...queue,
    ...afterTheQueue(latency, queue),
    ...hostFigures(exposition),
  ];
}

/** Its latency begins when a request arrives, so that it includes the queue. */
function afterTheQueue(latency: readonly RawFigure[], queue: readonly RawFigure[]): RawFigure[] {
  const byModel = new Map(queue.map((each) => [each.model, each]));
  return latency.flatMap((each): RawFigure[] => {
    const waited = byModel.get(each.model);
    if (each.form !== "ratio" || waited?.form !== "ratio") return [];
    const worked = each.part - waited.part;
    const common = { form: "ratio", model: each.model } as const;
    return [
      {
        ...common,
        figure: "computeMs",
        source: `(${LATENCY} − ${QUEUE}) / ${REQUESTS}`,
        part: worked,
        whole: each.whole,
        scale: FROM_US,
      },
      {
        ...common,
        figure: "queueToCompute",
        source: `${QUEUE} / (${LATENCY} − ${QUEUE})`,
        part: waited.part,
        whole: worked,
      },
    ];
  });
}

/** Of the whole server, management calls included. */
function failures(exposition: Exposition): RawFigure[] {
  const found = ["Requests4XX", "Requests5XX"].flatMap((name) => exposition.find([name]) ?? []);
  if (found.length === 0)
    return [
      unavailable("failuresPerSecond", "", "TorchServe exports it since 0.8.", "Requests5XX"),
    ];
  return [
    {
      form: "rate",
      figure: "failuresPerSecond",
      model: "",
      source: "Requests4XX + Requests5XX",
      total: sumSamples(found.flatMap(({ samples }) => samples)),
    },
  ];
}

/** TorchServe reads it once a minute. */
function hostFigures(exposition: Exposition): RawFigure[] {
  const host = (figure: FigureId, name: string, scale: number, across: "sum" | "most") =>
    exposition.find([name])
      ? gauges(exposition, figure, { names: [name], model: null, scale, hint: "" }, across)
      : [];
  return [
    ...host("cpuUse", "CPUUtilization", 1 / 100, "most"),
    ...host("memoryUsed", "MemoryUsed", MIB, "sum"),
    ...host("gpuUse", "GPUUtilization", 1 / 100, "most"),
    ...host("gpuMemoryUsed", "GPUMemoryUsed", MIB, "sum"),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
