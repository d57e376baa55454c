import type { ModelSample } from "../../main/contract/index.ts";
import { type FigureName, figures, figureText } from "../figures/figures.ts";

/** One figure of the samples as a chart draws it. */
export interface Series {
  readonly figure: FigureName;
  /** `stack`: areas on top of each other that add up. */
  readonly shape: "line" | "area" | "stack";
  readonly dashed?: boolean;
}

/** Anything taken from a sample, as a plot draws it and a crosshair reads it. */
export interface PlotSeries extends Pick<Series, "shape" | "dashed"> {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  /** Of the values as they are exported. */
  readonly unit: string;
  readonly value: (sample: ModelSample) => number | null;
  readonly text: (value: number | null) => string;
}

export function plotSeriesOf({ figure, ...look }: Series): PlotSeries {
  return {
    ...look,
    key: figure,
    label: figures[figure].label,
    color: figures[figure].color,
    unit: figure.endsWith("Ms") ? "ms" : figures[figure].unit,
    value: (sample) => sample[figure],
    text: (value) => figureText(figure, value),
  };
}

/** Something that happened, as a vertical mark. */
export interface Mark {
  /** ms since the epoch */
  readonly time: number;
  readonly text: string;
  /** A CSS colour. */
  readonly color: string;
}
