import type { LatencyCounts } from "../../base/latency-histogram.ts";
import type { ModelIndexEntry, ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { FigureId, ObservedModel } from "../contract/index.ts";
import type { MetricsReading } from "./metrics/metrics-reading.ts";

interface FigureSource {
  /** "": the server as a whole. */
  readonly model: string;
  /** The metric, field or call it was read from. */
  readonly source: string;
}

/** A figure's parts by a whole number, such as the batch size; keys from 0, ascending. */
export type Breakdown = readonly (readonly [key: number, value: number])[];

/** The keys of a breakdown of failures: the reasons that Triton's metrics and our engine's telemetry name. */
export const FAILURE_REASONS = ["REJECTED", "CANCELED", "BACKEND", "OTHER"] as const;

/**
 * A figure as the server reports it, before subtraction, so that resets can be detected and replicas summed. `scale`
 * converts it to the figure's unit.
 */
export type RawFigure =
  /** An instantaneous value. `across`: how replicas combine; `none`: they don't. */
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
      /** Counters that add up to the total, unscaled. */
      readonly by?: Breakdown;
    })
  /** Two counters; the figure is the growth of one divided by that of the other. */
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
  /** Latencies in the engine's own buckets, µs, accurate to 0.8 %; the figures are ms. */
  | (FigureSource & {
      readonly form: "latency";
      readonly quantiles: Readonly<Partial<Record<FigureId, number>>>;
      readonly latency: LatencyCounts;
    })
  /** Not available, with the reason and the setting that would enable it. */
  | (FigureSource & {
      readonly form: "unavailable";
      readonly figure: FigureId;
      readonly hint: string;
    });

/** The unprocessed responses of a server with Triton's statistics. */
export interface TritonAnswers {
  readonly index: readonly ModelIndexEntry[];
  readonly statistics: readonly ModelStatistics[];
  /** Null where the server has no telemetry service. */
  readonly snapshot: TelemetrySnapshot | null;
}

/** One poll of a server. */
export interface Observation {
  /** Changes when the server's process is replaced; null if the server doesn't report it. */
  readonly incarnation: string | null;
  readonly models: readonly ObservedModel[];
  readonly figures: readonly RawFigure[];
  /** Its complete exposition in Prometheus' text format; null if it exports none. */
  readonly exposition: string | null;
  /** Why there is no exposition although a metrics address is set. */
  readonly expositionProblem?: string | undefined;
  /**
   * Absent for servers without Triton's statistics, as is what their metrics say of the machine (null without metrics).
   */
  readonly triton?: TritonAnswers;
  readonly metrics?: MetricsReading | null;
}
