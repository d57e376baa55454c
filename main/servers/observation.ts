import type { LatencyCounts } from "../../base/latency-histogram.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { FigureId, ObservedModel } from "../contract/index.ts";
import type { MetricsReading } from "./metrics/metrics-reading.ts";

interface FigureSource {
  /** "": the whole server. */
  readonly model: string;
  /** The metric, field or call it comes from. */
  readonly source: string;
}

/** What a figure is made of by a whole number, such as the batch size; keys from 0, ascending. */
export type Breakdown = readonly (readonly [key: number, value: number])[];

/**
 * A figure as a server reports it, before anything is subtracted: so that resets can be seen and replicas be summed.
 * `scale` brings it into the figure's unit.
 */
export type RawFigure =
  /** True of this moment. `across`: how replicas join; `none` means that they do not. */
  | (FigureSource & {
      readonly form: "gauge";
      readonly figure: FigureId;
      readonly value: number;
      readonly across: "sum" | "most" | "none";
      readonly by?: Breakdown;
    })
  /** A counter; the figure is its growth per second. */
  | (FigureSource & {
      readonly form: "rate";
      readonly figure: FigureId;
      readonly total: number;
      readonly scale?: number;
      /** Counters that add up to the total, not scaled. */
      readonly by?: Breakdown;
    })
  /** Two counters; the figure is the growth of the one over that of the other. */
  | (FigureSource & {
      readonly form: "ratio";
      readonly figure: FigureId;
      readonly part: number;
      readonly whole: number;
      readonly scale?: number;
    })
  /** A cumulative histogram, upper bounds ascending, the last one Infinity. */
  | (FigureSource & {
      readonly form: "histogram";
      readonly mean?: FigureId;
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly buckets: readonly (readonly [upperBound: number, count: number])[];
      readonly sum: number;
      readonly count: number;
      readonly scale?: number;
    })
  /** Latencies in the engine's own buckets, µs, known within 0.8 %; the figures are ms. */
  | (FigureSource & {
      readonly form: "latency";
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly latency: LatencyCounts;
    })
  /** Not to be had, and why, with the setting that would turn it on. */
  | (FigureSource & {
      readonly form: "unavailable";
      readonly figure: FigureId;
      readonly hint: string;
    });

/** What a server with Triton's statistics answered, as it came. */
export interface TritonAnswers {
  readonly index: readonly ModelIndexEntry[];
  readonly statistics: readonly ModelStatistics[];
  /** Null where the server has no telemetry service. */
  readonly snapshot: TelemetrySnapshot | null;
}

/** What a server answered at one moment. */
export interface Observation {
  /** Changes when the server is another process than before; null where it does not report that. */
  readonly incarnation: string | null;
  readonly models: readonly ObservedModel[];
  readonly figures: readonly RawFigure[];
  /** Its whole exposition in Prometheus' text format; null where it exports none. */
  readonly exposition: string | null;
  /** Why there is no exposition, where an address of metrics is given. */
  readonly expositionProblem?: string | undefined;
  /** Left out by servers without Triton's statistics, as is what their metrics say of the machine, null without metrics. */
  readonly triton?: TritonAnswers;
  readonly metrics?: MetricsReading | null;
}
