import type { FigureName } from "../figures/figures.ts";

/** One figure of the samples as a chart draws it. */
export interface Series {
  readonly figure: FigureName;
  /** A CSS colour. */
  readonly color: string;
  /** `stack`: areas on top of each other that add up. */
  readonly shape: "line" | "area" | "stack";
  readonly dashed?: boolean;
}

/** Something that happened, as a vertical mark. */
export interface Mark {
  /** ms since the epoch */
  readonly time: number;
  readonly text: string;
  /** A CSS colour. */
  readonly color: string;
}

export const chartColor = (number: 1 | 2 | 3 | 4 | 5 | 6) => `var(--color-chart-${number})`;
