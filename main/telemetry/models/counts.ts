import type { LatencyCounts } from "../../../base/latency-histogram.ts";
import type { ModelStatistics } from "../../../engine/types.ts";
import { latencyGrowth, NO_LATENCIES } from "../delta/latency.ts";
import type { Reading, VersionReading } from "./reading.ts";

/** What happened to one model in one interval. Everything adds up, so that intervals can be merged exactly. */
export interface ModelCounts {
  /** End of the interval, ms since the epoch. */
  readonly t: number;
  /** Length of the interval. */
  readonly seconds: number;
  /** Requests that succeeded. */
  readonly successes: number;
  readonly failures: number;
  /** Of the failures, those refused because the queue was full; null where not reported by this server. */
  readonly refused: number | null;
  readonly inferences: number;
  readonly executions: number;
  readonly queue: Total;
  readonly compute: Total;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  /** Whole-request latency, µs; null where not reported by this server. */
  readonly latency: LatencyCounts | null;
  /** Requests waiting and running at `t`; null where not reported by this server. */
  readonly queued: number | null;
  readonly executing: number | null;
  /** Of the waiting, those handed over to an instance. */
  readonly handedOver: number | null;
}

/** A number of requests and the time they took together. */
export interface Total {
  readonly count: number;
  readonly ns: number;
}

/**
 * What happened to each version of `model` between two readings. A version that is new, or whose counters started
 * again, is counted from zero: all it says happened since. One that cannot be compared is left out.
 */
export function versionCountsBetween(
  before: Reading,
  now: Reading,
  model: string,
): Map<string, ModelCounts> {
  const parts = new Map<string, ModelCounts>();
  for (const [key, version] of now.versions) {
    if (version.model !== model) continue;
    const earlier = before.versions.get(key);
    if (earlier && !earlier.telemetry !== !version.telemetry) continue;
    const base = earlier && !startedAnew(earlier, version) ? earlier : null;
    parts.set(version.version, versionCounts(base, version, now.t, (now.at - before.at) / 1000));
  }
  return parts;
}

function startedAnew(before: VersionReading, now: VersionReading): boolean {
  if (before.loadId && now.loadId && before.loadId !== now.loadId) return true;
  return counters(now.statistics).some((value, i) => value < (counters(before.statistics)[i] ?? 0));
}

function counters(stats: ModelStatistics): number[] {
  const { success, fail, queue, compute_infer, cache_hit, cache_miss } = stats.inference_stats;
  return [
    stats.inference_count,
    stats.execution_count,
    ...[success, fail, queue, compute_infer, cache_hit, cache_miss].map(({ count }) => count),
  ];
}

function versionCounts(
  before: VersionReading | null,
  now: VersionReading,
  t: number,
  seconds: number,
): ModelCounts {
  const grown = (read: (stats: ModelStatistics) => number) =>
    read(now.statistics) - (before ? read(before.statistics) : 0);
  const { telemetry } = now;
  return {
    t,
    seconds,
    successes: grown((stats) => stats.inference_stats.success.count),
    failures: failuresOf(now) - (before ? failuresOf(before) : 0),
    refused: telemetry ? telemetry.refused - (before?.telemetry?.refused ?? 0) : null,
    inferences: grown((stats) => stats.inference_count),
    executions: grown((stats) => stats.execution_count),
    queue: {
      count: grown((stats) => stats.inference_stats.queue.count),
      ns: grown((stats) => stats.inference_stats.queue.ns),
    },
    compute: {
      count: grown((stats) => stats.inference_stats.compute_infer.count),
      ns: grown(computeNs),
    },
    cacheHits: grown((stats) => stats.inference_stats.cache_hit.count),
    cacheMisses: grown((stats) => stats.inference_stats.cache_miss.count),
    latency: telemetry
      ? latencyGrowth(before?.telemetry?.latency ?? NO_LATENCIES, telemetry.latency)
      : null,
    queued: telemetry?.queued ?? null,
    executing: telemetry?.executing ?? null,
    handedOver: telemetry?.handedOver ?? null,
  };
}

/** The telemetry's failures include requests that were refused a place in the queue; the statistics do not. */
export function failuresOf({ statistics, telemetry }: VersionReading): number {
  if (!telemetry) return statistics.inference_stats.fail.count;
  return Object.values(telemetry.failures).reduce((total, count) => total + count, 0);
}

function computeNs({ inference_stats }: ModelStatistics): number {
  const { compute_input, compute_infer, compute_output } = inference_stats;
  return compute_input.ns + compute_infer.ns + compute_output.ns;
}
