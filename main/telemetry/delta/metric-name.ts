import type { FigureId, MetricKey, SeriesKey } from "../../contract/index.ts";
import { versionFigure } from "../../servers/index.ts";

const PREFIX = "metric.";

/**
 * Metrics are handled like figures, under names that no figure has: the figure is what is computed from the metric, the
 * model its name and labels.
 */
export function metricFigure(as: MetricKey["as"]): FigureId {
  return `${PREFIX}${as}` as FigureId;
}

export function isMetric(figure: FigureId): boolean {
  return figure.startsWith(PREFIX);
}

/** For display: name{label="value"}, labels by name. */
export function metricText({ name, labels }: Pick<MetricKey, "name" | "labels">): string {
  const inner = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return inner.length === 0 ? name : `${name}{${inner.join(",")}}`;
}

/** The name of a series: a figure of a model or of one of its versions, or what is computed from a metric. */
export function nameOfSeries(key: SeriesKey): { figure: FigureId; model: string } {
  if (key.kind === "figure") {
    const { figure, model, version } = key;
    return { figure: version === undefined ? figure : versionFigure(figure, version), model };
  }
  return { figure: metricFigure(key.as), model: metricText(key) };
}
