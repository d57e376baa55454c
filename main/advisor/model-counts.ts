import { type LatencyCounts, LatencyHistogram } from "../../base/latency-histogram.ts";
import type { FigureId } from "../contract/index.ts";
import type { PartsByFigure } from "../telemetry/index.ts";

/** What happened to one model in one interval. Everything is additive, so that intervals merge exactly. */
export interface ModelCounts {
  /** End of the interval, ms since the epoch. */
  readonly t: number;
  /** Length of the interval. */
  readonly seconds: number;
  /** Requests that succeeded. */
  readonly successes: number;
  readonly failures: number;
  readonly inferences: number;
  readonly executions: number;
  readonly queue: Total;
  readonly compute: Total;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  /** Whole-request latency, µs; null where not reported by this server. */
  readonly latency: LatencyCounts | null;
  /** Requests running at `t`; null where not reported by this server. */
  readonly executing: number | null;
}

/** A number of requests and their total time. */
interface Total {
  readonly count: number;
  readonly ms: number;
}

/** The counts of a model's figures in an interval that ends at `t`; null if nothing is known of it. */
export function modelCounts(parts: PartsByFigure | undefined, t: number): ModelCounts | null {
  const requests = parts?.get("requestsPerSecond");
  if (!parts || requests?.form !== "rate" || requests.seconds === 0) return null;
  const grown = (figure: FigureId) => {
    const part = parts.get(figure);
    return part?.form === "rate" ? part.growth : 0;
  };
  const ratio = (figure: FigureId) => {
    const part = parts.get(figure);
    return part?.form === "ratio" ? part : { part: 0, whole: 0 };
  };
  const total = (figure: FigureId): Total => {
    const { part, whole } = ratio(figure);
    return { count: whole, ms: part };
  };
  const { part: cacheHits, whole: lookups } = ratio("cacheHitRate");
  const latency = parts.get("latencyP99Ms");
  return {
    t,
    seconds: requests.seconds,
    successes: requests.growth,
    failures: grown("failuresPerSecond"),
    inferences: grown("inferencesPerSecond"),
    executions: grown("executionsPerSecond"),
    queue: total("queueMs"),
    compute: total("computeMs"),
    cacheHits,
    cacheMisses: lookups - cacheHits,
    latency: latency?.form === "latency" ? latency.latency : null,
    executing: gaugeReading(parts, "running"),
  };
}

/** From the newest poll; null where not reported by this server. */
export function gaugeReading(parts: PartsByFigure, figure: FigureId): number | null {
  const part = parts.get(figure);
  return part?.form === "gauge" && part.readings > 0 ? part.sum / part.readings : null;
}

/**
 * Merges consecutive intervals: counts are added, histograms merged, and running requests are the maximum of their
 * ends. `intervals` is not empty.
 */
export function mergeCounts(intervals: readonly ModelCounts[]): ModelCounts {
  const add = (read: (counts: ModelCounts) => number) =>
    intervals.reduce((total, counts) => total + read(counts), 0);
  const running = intervals.flatMap(({ executing }) => executing ?? []);
  return {
    t: Math.max(...intervals.map(({ t }) => t)),
    seconds: add(({ seconds }) => seconds),
    successes: add(({ successes }) => successes),
    failures: add(({ failures }) => failures),
    inferences: add(({ inferences }) => inferences),
    executions: add(({ executions }) => executions),
    queue: { count: add(({ queue }) => queue.count), ms: add(({ queue }) => queue.ms) },
    compute: { count: add(({ compute }) => compute.count), ms: add(({ compute }) => compute.ms) },
    cacheHits: add(({ cacheHits }) => cacheHits),
    cacheMisses: add(({ cacheMisses }) => cacheMisses),
    latency: mergeLatencies(intervals.flatMap(({ latency }) => latency ?? [])),
    executing: running.length === 0 ? null : Math.max(...running),
  };
}

function mergeLatencies(all: readonly LatencyCounts[]): LatencyCounts | null {
  if (all.length === 0) return null;
  const sum = new LatencyHistogram();
  for (const each of all) sum.add(each);
  return sum.counts();
}
