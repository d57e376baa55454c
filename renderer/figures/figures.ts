import {
  FIGURES,
  type FigureId,
  type FigureUnit,
  type ModelSample,
  type Provenance,
  type TimeBase,
} from "../../main/contract/index.ts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { FIGURE_COLORS } from "./colors.ts";
import { unitWords } from "./units.ts";

/** A field of a sample, which Triton's statistics and the engine's telemetry give. */
export type FigureName = Exclude<keyof ModelSample, "t" | "seconds">;

/** Which figure each field of a sample is: its name, unit, colour and time base are that figure's. */
const SAMPLED: Record<FigureName, FigureId> = {
  inferencesPerSecond: "inferencesPerSecond",
  requestsPerSecond: "requestsPerSecond",
  executionsPerSecond: "executionsPerSecond",
  failuresPerSecond: "failuresPerSecond",
  refusedPerSecond: "queueFullPerSecond",
  queueDepth: "waiting",
  executing: "running",
  handedOver: "handedOver",
  meanBatch: "meanBatch",
  cacheHitRate: "cacheHitRate",
  queueMs: "queueMs",
  computeMs: "computeMs",
  p50Ms: "latencyP50Ms",
  p95Ms: "latencyP95Ms",
  p99Ms: "latencyP99Ms",
};

const idle = "no request ended in this interval";
const histogram = "the server's latency histogram over the interval, known within 0.8 %";

/** Where a sample has it from, and why it may have none. */
const SOURCES: Record<FigureName, { readonly source: string; readonly absent: string }> = {
  inferencesPerSecond: {
    source: "change of inference_count in the model's statistics",
    absent: idle,
  },
  requestsPerSecond: {
    source: "change of the success count in the model's statistics",
    absent: idle,
  },
  executionsPerSecond: {
    source: "change of execution_count in the model's statistics",
    absent: idle,
  },
  failuresPerSecond: {
    source: "change of the failure count in the model's statistics",
    absent: idle,
  },
  refusedPerSecond: {
    source: "change of the engine's count of rejected requests",
    absent: "not reported by this server",
  },
  queueDepth: {
    source: "the server's pending request gauge",
    absent: "not reported by this server",
  },
  executing: { source: "the engine's telemetry", absent: "not reported by this server" },
  handedOver: { source: "the engine's telemetry", absent: "not reported by this server" },
  meanBatch: {
    source: "inference_count over execution_count in the interval",
    absent: "nothing was executed in this interval",
  },
  cacheHitRate: {
    source: "cache_hit and cache_miss in the model's statistics",
    absent: "nothing was looked up in the response cache",
  },
  queueMs: { source: "queue time over successes in the model's statistics", absent: idle },
  computeMs: {
    source: "compute input, infer and output times in the model's statistics",
    absent: idle,
  },
  p50Ms: { source: histogram, absent: idle },
  p95Ms: { source: histogram, absent: idle },
  p99Ms: { source: histogram, absent: idle },
};

export interface FigureDefinition {
  readonly label: string;
  /** Stands behind the number; empty where the format carries it. */
  readonly unit: string;
  readonly base: TimeBase;
  /** A CSS colour. */
  readonly color: string;
  /** What it is. */
  readonly meaning: string;
  /** What it is taken from. */
  readonly source: string;
  /** Why there may be none. */
  readonly absent: string;
  readonly format: (value: number | null) => string;
}

/** Formats that carry the unit. */
const formats: Partial<Record<FigureUnit, (value: number | null) => string>> = {
  ms: formatDuration,
  fraction: formatPercent,
};

/** Every figure of a sample: how it is shown, what it means, and where it comes from. */
export const figures = Object.fromEntries(
  (Object.keys(SAMPLED) as FigureName[]).map((name) => [name, definitionOf(name)]),
) as Record<FigureName, FigureDefinition>;

function definitionOf(name: FigureName): FigureDefinition {
  const id = SAMPLED[name];
  const { label, unit, base, meaning } = FIGURES[id];
  return {
    label,
    base,
    meaning,
    color: FIGURE_COLORS[id],
    unit: formats[unit] ? "" : unitWords[unit].short,
    format: formats[unit] ?? formatCount,
    ...SOURCES[name],
  };
}

/** What a figure covers, for hints and captions. */
export const baseText: Record<TimeBase, string> = {
  window: "Over the last minute.",
  reading: "As of the newest answer.",
};

/** The same for a whole table or group of tiles. */
export const TIME_BASE_TEXT =
  "Rates, times and shares cover the last minute; other figures are the newest readings.";

const kinds: Record<Provenance, string> = {
  exact: "Exact",
  derived: "Derived",
  unavailable: "Unavailable",
};

/** What a hint says about a figure: its name and meaning, how it came about, and why it is missing. */
export function figureHint(
  name: FigureName,
  provenance: Provenance | undefined,
  value?: number | null,
): string {
  const { label, meaning, source, absent } = figures[name];
  const kind = provenance ?? "derived";
  const from =
    kind === "unavailable" ? "Not reported by this server." : `${kinds[kind]}: from ${source}.`;
  const none = value === null && kind !== "unavailable" ? `No figure: ${absent}.` : null;
  return [`${label}. ${meaning}`, from, none].filter(Boolean).join("\n");
}

/** What is behind a figure: "items", and "item" behind a 1. */
export function figureUnit(name: FigureName, value: number | null): string {
  const { unit, format } = figures[name];
  return unit === "items" && format(value) === "1" ? "item" : unit;
}

/** A figure with its unit as text, for labels and tables. */
export function figureText(name: FigureName, value: number | null): string {
  const { format } = figures[name];
  const unit = figureUnit(name, value);
  return value === null || unit === "" ? format(value) : `${format(value)} ${unit}`;
}
