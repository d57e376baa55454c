import type { ModelTelemetry, TelemetrySnapshot } from "../../../../engine/types.ts";
import { LatencyHistogram } from "../../../../base/latency-histogram.ts";
import type { FigureId } from "../../../contract/index.ts";
import { type Breakdown, FAILURE_REASONS, type RawFigure } from "../../observation.ts";
import { figuresWithVersions } from "./version-figures.ts";

const PERCENTILES: Readonly<Partial<Record<FigureId, number>>> = {
  latencyP50Ms: 0.5,
  latencyP95Ms: 0.95,
  latencyP99Ms: 0.99,
};

/** What a Batchdeck engine reports beyond Triton, summed over a model's versions, and by version if several serve. */
export function telemetryFigures({ models }: TelemetrySnapshot): RawFigure[] {
  return figuresWithVersions(models, figuresOfModel);
}

function figuresOfModel(model: string, versions: readonly ModelTelemetry[]): RawFigure[] {
  const sum = (read: (version: ModelTelemetry) => number) =>
    versions.reduce((total, each) => total + read(each), 0);
  const rate = (figure: FigureId, field: string, total: number): RawFigure => {
    const source = `telemetry ${field}`;
    return { form: "rate", figure, model, source, total };
  };
  const gauge = (figure: FigureId, field: string, value: number): RawFigure => {
    const source = `telemetry ${field}`;
    return { form: "gauge", figure, model, source, value, across: "sum" };
  };
  const latency = new LatencyHistogram();
  for (const version of versions) latency.add(version.latency);
  return [
    {
      form: "rate",
      figure: "failuresPerSecond",
      model,
      source: "telemetry failures",
      total: sum(({ failures }) => total(failures)),
      by: FAILURE_REASONS.map((reason, key) => [key, sum(({ failures }) => failures[reason])]),
    },
    rate(
      "rejectedPerSecond",
      "failures.REJECTED",
      sum(({ failures }) => failures.REJECTED),
    ),
    rate(
      "queueFullPerSecond",
      "refused",
      sum(({ refused }) => refused),
    ),
    {
      form: "gauge",
      figure: "waiting",
      model,
      source: "telemetry queued",
      value: sum(({ queued }) => queued),
      across: "sum",
      ...byLevel(versions),
    },
    gauge(
      "handedOver",
      "handedOver",
      sum(({ handedOver }) => handedOver),
    ),
    gauge(
      "delayed",
      "queueDepths.delayed",
      sum(({ queueDepths }) => queueDepths.reduce((all, { delayed }) => all + delayed, 0)),
    ),
    gauge(
      "running",
      "executing",
      sum(({ executing }) => executing),
    ),
    {
      form: "latency",
      quantiles: PERCENTILES,
      model,
      source: "telemetry latency",
      latency: latency.counts(),
    },
  ];
}

/** Requests finished in time, by priority level; nothing for a model without levels. */
function byLevel(versions: readonly ModelTelemetry[]): { by?: Breakdown } {
  const levels = new Map<number, number>();
  for (const { level, queued, delayed } of versions.flatMap(({ queueDepths }) => queueDepths))
    levels.set(level, (levels.get(level) ?? 0) + queued - delayed);
  const by = [...levels].sort(([a], [b]) => a - b);
  return by.some(([level]) => level > 0) ? { by } : {};
}

function total(failures: ModelTelemetry["failures"]): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0);
}
