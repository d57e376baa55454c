import {
  FIGURES,
  type ObservedFigure,
  type SeriesKey,
  type SeriesPoint,
} from "../../main/contract/index.ts";
import type { SeriesLine } from "../charts/series-data.ts";
import { chartColor, FIGURE_COLORS } from "../figures/colors.ts";
import { asWords, labelsText, metricText, type ShownMetric } from "../figures/metric-text.ts";
import { observedHint } from "../figures/observed-figures.ts";
import { unitWords } from "../figures/units.ts";

export const figureKey = ({ figure, model }: ObservedFigure): SeriesKey => ({
  kind: "figure",
  figure,
  model,
});

/** `of`: whose charts they are. */
export function figureLine(
  figure: ObservedFigure,
  of: string,
  points: readonly SeriesPoint[],
): SeriesLine {
  const { unit } = FIGURES[figure.figure];
  const { short, text } = unitWords[unit];
  return {
    key: figure.figure,
    label: labelOf(figure, of),
    color: FIGURE_COLORS[figure.figure],
    points,
    text,
    unit: unit === "fraction" ? "" : unit === "bytes" ? unit : short,
    hint: observedHint(figure),
  };
}

/** The title says what it is: "p99" will do for "Latency p99". */
function labelOf({ figure, model }: ObservedFigure, of: string): string {
  const { label } = FIGURES[figure];
  const short = /(p\d\d|mean)$/.exec(label)?.[0] ?? label;
  return model === of ? short : `${short}, whole server`;
}

export const metricKey = (metric: ShownMetric): SeriesKey => ({ kind: "metric", ...metric });

export const metricTitle = ({ name, as }: ShownMetric) => `${name}, ${asWords[as].toLowerCase()}`;

export function metricLine(metric: ShownMetric, points: readonly SeriesPoint[]): SeriesLine {
  const { name, labels, as } = metric;
  const { unit, text } = metricText(name, as);
  return {
    key: JSON.stringify(metric),
    label: labelsText(labels) || metricTitle(metric),
    color: chartColor(1),
    points,
    text,
    unit: unit === "share" ? "" : unit,
  };
}
