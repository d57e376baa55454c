import type {
  FigureId,
  ModelOverview,
  ModelSample,
  OverviewFrame,
  Provenance,
} from "../../contract/index.ts";
import type { Delta } from "../delta/delta.ts";
import { figureIdsOf, type PartsByFigure, valueOf } from "../delta/part-figures.ts";

/** Which figure each field of a sample is. */
const FIGURES: Readonly<Record<Exclude<keyof ModelSample, "t" | "seconds">, FigureId>> = {
  requestsPerSecond: "requestsPerSecond",
  inferencesPerSecond: "inferencesPerSecond",
  executionsPerSecond: "executionsPerSecond",
  failuresPerSecond: "failuresPerSecond",
  refusedPerSecond: "queueFullPerSecond",
  queueDepth: "waiting",
  executing: "running",
  handedOver: "handedOver",
  meanBatch: "meanBatch",
  cacheHitRate: "cacheHitRate",
  queueMs: "queueMs",
  computeMs: "computeMs",
  p50Ms: "latencyP50Ms",
  p95Ms: "latencyP95Ms",
  p99Ms: "latencyP99Ms",
};

/** A model's figures over the last minute, its depths as of the newest answer; null where nothing was observed in it. */
export function recentSample(parts: PartsByFigure | undefined, t: number): ModelSample | null {
  const seconds = secondsOf(parts);
  if (!parts || seconds === 0) return null;
  const value = (field: keyof typeof FIGURES) => figureOf(parts, FIGURES[field]);
  return {
    t,
    seconds,
    requestsPerSecond: value("requestsPerSecond") ?? 0,
    inferencesPerSecond: value("inferencesPerSecond") ?? 0,
    executionsPerSecond: value("executionsPerSecond") ?? 0,
    failuresPerSecond: value("failuresPerSecond") ?? 0,
    refusedPerSecond: value("refusedPerSecond"),
    queueDepth: value("queueDepth"),
    executing: value("executing"),
    handedOver: value("handedOver"),
    meanBatch: value("meanBatch"),
    cacheHitRate: value("cacheHitRate"),
    queueMs: value("queueMs"),
    computeMs: value("computeMs"),
    p50Ms: value("p50Ms"),
    p95Ms: value("p95Ms"),
    p99Ms: value("p99Ms"),
  };
}

/** How a model's requests ended in the last minute; null where nothing was observed in it. */
export function recentOutcomes(parts: PartsByFigure | undefined): ModelOverview["lastMinute"] {
  const seconds = secondsOf(parts);
  if (!parts || seconds === 0) return null;
  const ended = (figure: FigureId) => {
    const part = parts.get(figure);
    return part?.form === "rate" ? part.growth : 0;
  };
  return {
    seconds,
    succeeded: ended("requestsPerSecond"),
    failed: ended("failuresPerSecond"),
  };
}

/** One figure of a model; null where nothing is known of it. */
function figureOf(parts: PartsByFigure | undefined, figure: FigureId): number | null {
  const part = parts?.get(figure);
  return part ? valueOf(part, figure) : null;
}

/** Where each field of a {@link ModelSample} comes from. `reportsAll`: whether the server has the telemetry service. */
export function provenanceOf(
  { parts }: Pick<Delta, "parts">,
  reportsAll: boolean,
): OverviewFrame["provenance"] {
  const found = new Map<FigureId, Provenance>();
  for (const part of parts) {
    if (part.form === "unavailable") continue;
    const read = part.form === "gauge" || part.form === "latency";
    for (const figure of figureIdsOf(part)) found.set(figure, read ? "exact" : "derived");
  }
  const fields = Object.entries(FIGURES).map(([field, figure]) => {
    const absent: Provenance = OPTIONAL.has(figure) && !reportsAll ? "unavailable" : "derived";
    return [field, found.get(figure) ?? absent] as const;
  });
  return Object.fromEntries(fields);
}

/** What Triton's statistics do not have. */
const OPTIONAL: ReadonlySet<FigureId> = new Set([
  "queueFullPerSecond",
  "waiting",
  "running",
  "handedOver",
  "latencyP50Ms",
  "latencyP95Ms",
  "latencyP99Ms",
]);

/** How much of the last minute a model was observed; 0 where it was not. */
function secondsOf(parts: PartsByFigure | undefined): number {
  const requests = parts?.get("requestsPerSecond");
  return requests?.form === "rate" ? requests.seconds : 0;
}
