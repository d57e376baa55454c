import type { LatencyCounts } from "../../../base/latency-histogram.ts";
import type { FigureId } from "../../contract/index.ts";
import type { Breakdown } from "../../servers/index.ts";

interface FigureSource {
  /** "": the server as a whole. */
  readonly model: string;
  readonly source: string;
  /** Minimum and maximum of a figure within the span, if it consists of several intervals. */
  readonly ranges?: Ranges;
}

export type Ranges = Readonly<Partial<Record<FigureId, readonly [least: number, most: number]>>>;

/** What a figure is computed from, in its unit; parts of several servers or intervals can be combined. */
export type DeltaPart =
  /** `readings` 0: unknown. The figure is sum / readings, and so is each part of `by`. */
  | (FigureSource & {
      readonly form: "gauge";
      readonly figure: FigureId;
      readonly sum: number;
      readonly readings: number;
      readonly across: "sum" | "most" | "none";
      readonly by?: Breakdown;
    })
  /** `seconds` 0: unknown. `by`: of the growth. */
  | (FigureSource & {
      readonly form: "rate";
      readonly figure: FigureId;
      readonly growth: number;
      readonly seconds: number;
      readonly by?: Breakdown;
    })
  /** `whole` 0: nothing to divide by, or unknown; `part` counts as soon as intervals are joined. */
  | (FigureSource & {
      readonly form: "ratio";
      readonly figure: FigureId;
      readonly part: number;
      readonly whole: number;
    })
  /** `counts`: of each bucket alone; `bounds` ascend to Infinity. `count` 0: nothing happened, or unknown. */
  | (FigureSource & {
      readonly form: "histogram";
      readonly mean: FigureId | null;
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly bounds: readonly number[];
      readonly counts: readonly number[];
      readonly sum: number;
      readonly count: number;
    })
  /** In the engine's own buckets, µs; the figures are ms. Empty: nothing happened, or unknown. */
  | (FigureSource & {
      readonly form: "latency";
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly latency: LatencyCounts;
    })
  | (FigureSource & {
      readonly form: "unavailable";
      readonly figure: FigureId;
      readonly hint: string;
    });

export type HistogramPart = Extract<DeltaPart, { form: "histogram" }>;
export type LatencyPart = Extract<DeltaPart, { form: "latency" }>;
