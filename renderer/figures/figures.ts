import type { ModelSample, Provenance } from "../../main/contract/index.ts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";

export type FigureName = Exclude<keyof ModelSample, "t" | "seconds" | "batches" | "depths">;

export interface FigureDefinition {
  readonly label: string;
  /** Stands behind the number; empty where the format carries it. */
  readonly unit: string;
  /** What it is. */
  readonly meaning: string;
  /** What it is taken from. */
  readonly source: string;
  /** Why there may be none. */
  readonly absent: string;
  readonly format: (value: number | null) => string;
}

const idle = "no request ended in this interval";

/** Every figure of a sample: how it is shown, what it means, and where it comes from. */
export const figures: Record<FigureName, FigureDefinition> = {
  inferencesPerSecond: {
    label: "Throughput",
    unit: "inf/s",
    meaning:
      "Items inferred per second; a batched request counts each of its items. Answers from the response cache are requests, but no inferences.",
    source: "change of inference_count in the model's statistics",
    absent: idle,
    format: formatCount,
  },
  requestsPerSecond: {
    label: "Requests",
    unit: "req/s",
    meaning: "Requests answered successfully per second.",
    source: "change of the success count in the model's statistics",
    absent: idle,
    format: formatCount,
  },
  executionsPerSecond: {
    label: "Executions",
    unit: "exec/s",
    meaning: "Batches run per second.",
    source: "change of execution_count in the model's statistics",
    absent: idle,
    format: formatCount,
  },
  failuresPerSecond: {
    label: "Failures",
    unit: "req/s",
    meaning: "Requests that failed per second.",
    source: "change of the failure count in the model's statistics",
    absent: idle,
    format: formatCount,
  },
  refusedPerSecond: {
    label: "Refused",
    unit: "req/s",
    meaning:
      "Requests refused because the queue was full (max_queue_size), per second. They are among the failures.",
    source: "change of the engine's count of refused requests",
    absent: "the server does not tell",
    format: formatCount,
  },
  queueDepth: {
    label: "Queue depth",
    unit: "req",
    meaning:
      "Requests waiting: in the scheduler, or in a batch handed over to an instance that still runs another.",
    source: "the server's pending request gauge",
    absent: "the server does not tell",
    format: formatCount,
  },
  executing: {
    label: "Executing",
    unit: "req",
    meaning: "Requests in a batch that an instance runs.",
    source: "the engine's telemetry",
    absent: "the server does not tell",
    format: formatCount,
  },
  handedOver: {
    label: "Handed over",
    unit: "req",
    meaning: "Requests in a batch that waits for an instance which still runs another.",
    source: "the engine's telemetry",
    absent: "the server does not tell",
    format: formatCount,
  },
  meanBatch: {
    label: "Mean batch",
    unit: "items",
    meaning: "Items per execution.",
    source: "inference_count over execution_count in the interval",
    absent: "nothing was executed in this interval",
    format: formatCount,
  },
  cacheHitRate: {
    label: "Cache hit rate",
    unit: "",
    meaning: "Share of response cache lookups that hit.",
    source: "cache_hit and cache_miss in the model's statistics",
    absent: "nothing was looked up in the response cache",
    format: formatPercent,
  },
  queueMs: {
    label: "Queue",
    unit: "",
    meaning: "Mean time a request waited in the scheduler.",
    source: "queue time over successes in the model's statistics",
    absent: idle,
    format: formatDuration,
  },
  computeMs: {
    label: "Compute",
    unit: "",
    meaning: "Mean time for gathering inputs, running the model and splitting outputs.",
    source: "compute input, infer and output times in the model's statistics",
    absent: idle,
    format: formatDuration,
  },
  p50Ms: percentile("p50", "Half"),
  p95Ms: percentile("p95", "95 %"),
  p99Ms: percentile("p99", "99 %"),
};

function percentile(label: string, share: string): FigureDefinition {
  return {
    label,
    unit: "",
    meaning: `${share} of the requests were answered by the server within this time.`,
    source: "the server's latency histogram over the interval, known within 0.8 %",
    absent: idle,
    format: formatDuration,
  };
}

const kinds: Record<Provenance, string> = {
  exact: "Exact",
  derived: "Derived",
  unavailable: "Unavailable",
};

/** What a hint says about a figure: its name and meaning, how it came about, and why there is none. */
export function figureHint(
  name: FigureName,
  provenance: Provenance | undefined,
  value?: number | null,
): string {
  const { label, meaning, source, absent } = figures[name];
  const kind = provenance ?? "derived";
  const from =
    kind === "unavailable"
      ? "Unavailable: this server does not tell."
      : `${kinds[kind]}: from ${source}.`;
  const none = value === null && kind !== "unavailable" ? `No figure: ${absent}.` : null;
  return [`${label}. ${meaning}`, from, none].filter(Boolean).join("\n");
}

/** What stands behind a figure: "items", and "item" behind a 1. */
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
