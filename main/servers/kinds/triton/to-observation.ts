import type { FigureId } from "../../../contract/index.ts";
import {
  FAILURE_REASONS,
  type Observation,
  type RawFigure,
  type TritonAnswers,
} from "../../observation.ts";
import { processStart } from "../probe/index.ts";
import { Exposition } from "../exposition/index.ts";
import { groupVersions } from "../open-inference/index.ts";
import { type MetricsReading, metricsReading } from "../../metrics/metrics-reading.ts";
import { metricFigures } from "./metric-figures.ts";
import { statisticFigures } from "./statistic-figures.ts";
import { telemetryFigures } from "./telemetry-figures.ts";

const OFF =
  "Only the metrics report this: give their address, by default port 8002 (--metrics-port). --allow-metrics=false turns them off.";

/** Combines a Triton server's responses. `exposition`: its metrics, null if unavailable; `why` then explains it. */
export function toObservation(
  triton: TritonAnswers,
  exposition: Exposition | null,
  why = "",
): Observation {
  const { index, statistics, snapshot } = triton;
  const metrics = exposition ?? new Exposition("");
  const missing = exposition === null ? `${why} ${OFF}`.trim() : null;
  const own = snapshot ? telemetryFigures(snapshot) : [];
  // Figures from the engine's telemetry are not read again from the metrics.
  const known = new Set(own.flatMap(figuresIn));
  const reading = exposition && metricsReading(exposition.read);
  const others = [
    ...statisticFigures(statistics).map((each) => withReasons(each, reading)),
    ...metricFigures(metrics, missing),
  ];
  return {
    incarnation: snapshot?.engineId ?? processStart(metrics),
    // The index lists a model that was never loaded only by name.
    models: groupVersions(index.map((entry) => ({ state: "UNAVAILABLE", ...entry }))),
    figures: [...others.filter((each) => !figuresIn(each).some((id) => known.has(id))), ...own],
    exposition: exposition?.text ?? null,
    metrics: reading,
    ...(exposition === null && why !== "" && { expositionProblem: why }),
    triton,
  };
}

/** A model's failures by the reasons in the metrics; rejected requests don't count as failures in the statistics. */
function withReasons(figure: RawFigure, reading: MetricsReading | null): RawFigure {
  if (figure.form !== "rate" || figure.figure !== "failuresPerSecond") return figure;
  const counts = reading?.failures.get(figure.model);
  if (!counts) return figure;
  return { ...figure, by: FAILURE_REASONS.map((reason, key) => [key, counts[reason] ?? 0]) };
}

/** The figures derived from a raw figure. */
function figuresIn(figure: RawFigure): readonly FigureId[] {
  if (figure.form === "latency") return Object.keys(figure.quantiles) as FigureId[];
  if (figure.form !== "histogram") return [figure.figure];
  const quantiles = Object.keys(figure.quantiles) as FigureId[];
  return figure.mean === undefined ? quantiles : [figure.mean, ...quantiles];
}
