import type { ModelSample, OverviewFrame, SeriesPoint } from "../../main/contract/index.ts";
import { gapsBetween } from "../charts/samples.ts";
import type { SeriesLine } from "../charts/series-data.ts";
import { type FigureName, figureHint, figures, figureText } from "../figures/figures.ts";

type Provenance = OverviewFrame["provenance"];

/** Figures of a model that share a chart. */
export interface ModelChart {
  readonly title: string;
  readonly figures: readonly [Look, ...Look[]];
}

/** How a chart draws one of its figures. */
interface Look extends Pick<SeriesLine, "shape" | "dashed"> {
  readonly figure: FigureName;
}

/** A chart's lines, each over the samples. */
export function chartLines(
  { figures: looks }: ModelChart,
  samples: readonly ModelSample[],
  provenance: Provenance,
): SeriesLine[] {
  const last = samples.at(-1);
  return looks.map(({ figure, ...look }) => {
    const newest = last ? last[figure] : null;
    return {
      ...look,
      key: figure,
      label: figures[figure].label,
      color: figures[figure].color,
      unit: figure.endsWith("Ms") ? "ms" : figures[figure].unit,
      points: pointsOf(samples, (sample) => sample[figure]),
      newest,
      text: (value) => figureText(figure, value),
      hint: figureHint(figure, provenance[figure], newest),
    };
  });
}

/** What is taken from each sample, with a point without a value where a gap ends. */
export function pointsOf(
  samples: readonly ModelSample[],
  read: (sample: ModelSample) => number | null,
): SeriesPoint[] {
  const point = (t: number, value: number | null) => ({ t, value, least: null, most: null });
  const gaps = gapsBetween(samples).map(([, to]) => point(to, null));
  const points = samples.map((sample) => point(sample.t, read(sample)));
  return gaps.length === 0 ? points : [...points, ...gaps].sort((a, b) => a.t - b.t);
}
