import { FIGURES, type ObservedFigure, type SeriesKey } from "../../main/contract/index.ts";
import type { SeriesLine, SeriesPoint } from "../charts/series-data.ts";
import { chartColor, FIGURE_COLORS } from "./colors.ts";
import { seriesFormLabels, labelsText, metricText, type ShownMetric } from "./metric-text.ts";
import { observedHint } from "./observed-figures.ts";
import { unitFormats } from "./units.ts";

export const figureKey = ({
  figure,
  model,
}: Pick<ObservedFigure, "figure" | "model">): SeriesKey => ({
  kind: "figure",
  figure,
  model,
});

/** `of`: the model, or "" for the server. */
export function figureLine(
  figure: ObservedFigure,
  of: string,
  points: readonly SeriesPoint[],
): SeriesLine {
  const { unit, label } = FIGURES[figure.figure];
  const { short, text } = unitFormats[unit];
  const whose = figure.model === of ? "" : ", whole server";
  // Under the chart's title, "p99" suffices for "Latency p99".
  const brief = /(p\d\d|mean)$/.exec(label)?.[0] ?? label;
  return {
    key: figure.figure,
    label: brief + whose,
    name: label + whose,
    color: FIGURE_COLORS[figure.figure],
    points,
    text,
    unit: unit === "fraction" ? "" : unit === "bytes" ? unit : short,
    hint: observedHint(figure),
  };
}

export const metricKey = (metric: ShownMetric): SeriesKey => ({ kind: "metric", ...metric });

export const metricTitle = ({ name, as }: ShownMetric) =>
  `${name}, ${seriesFormLabels[as].toLowerCase()}`;

export function metricLine(metric: ShownMetric, points: readonly SeriesPoint[]): SeriesLine {
  const { name, labels, as } = metric;
  const { unit, text } = metricText(name, as);
  return {
    key: JSON.stringify(metric),
    label: labelsText(labels) || metricTitle(metric),
    name: [metricTitle(metric), labelsText(labels)].filter(Boolean).join(", "),
    color: chartColor(1),
    points,
    text,
    unit: unit === "share" ? "" : unit,
  };
}
