import { type LatencyCounts, LatencyHistogram } from "../../engine/protocol/latency-histogram.ts";
import type { ModelStatistics } from "../../engine/types.ts";
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
  readonly inferences: number;
  readonly executions: number;
  readonly queue: Total;
  readonly compute: Total;
  readonly cacheHits: number;
  readonly cacheMisses: number;
  /** Executions by batch size, sizes ascending. */
  readonly batches: readonly (readonly [size: number, executions: number])[];
  /** Whole-request latency, µs; null where the server does not tell. */
  readonly latency: LatencyCounts | null;
  /** Requests waiting and running at `t`; null where the server does not tell. */
  readonly queued: number | null;
  readonly executing: number | null;
}

/** A number of requests and the time they took together. */
export interface Total {
  readonly count: number;
  readonly ns: number;
}

/**
 * What happened to `model` between two readings. A version that is new, or whose counters started anew, is
 * counted from zero: all it says happened since. Null when there is no version that can be compared.
 */
export function countsBetween(before: Reading, now: Reading, model: string): ModelCounts | null {
  const parts: ModelCounts[] = [];
  for (const [key, version] of now.versions) {
    if (version.model !== model) continue;
    const earlier = before.versions.get(key);
    if (earlier && !earlier.telemetry !== !version.telemetry) continue;
    const base = earlier && !startedAnew(earlier, version) ? earlier : null;
    parts.push(versionCounts(base, version, now.t, (now.at - before.at) / 1000));
  }
  return parts.length === 0 ? null : sum(parts);
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
    batches: batchesBetween(before?.statistics ?? null, now.statistics),
    latency: telemetry
      ? latencyBetween(before?.telemetry?.latency ?? null, telemetry.latency)
      : null,
    queued: telemetry?.queued ?? null,
    executing: telemetry?.executing ?? null,
  };
}

/** The telemetry's failures include requests that were refused a place in the queue; the statistics do not. */
function failuresOf({ statistics, telemetry }: VersionReading): number {
  if (!telemetry) return statistics.inference_stats.fail.count;
  return Object.values(telemetry.failures).reduce((total, count) => total + count, 0);
}

function computeNs({ inference_stats }: ModelStatistics): number {
  const { compute_input, compute_infer, compute_output } = inference_stats;
  return compute_input.ns + compute_infer.ns + compute_output.ns;
}

function batchesBetween(
  before: ModelStatistics | null,
  now: ModelStatistics,
): [size: number, executions: number][] {
  const earlier = new Map(
    before?.batch_stats.map((batch) => [batch.batch_size, batch.compute_infer.count]),
  );
  return now.batch_stats
    .map(({ batch_size, compute_infer }): [number, number] => [
      batch_size,
      compute_infer.count - (earlier.get(batch_size) ?? 0),
    ])
    .filter(([, executions]) => executions > 0)
    .sort(([a], [b]) => a - b);
}

function latencyBetween(before: LatencyCounts | null, now: LatencyCounts): LatencyCounts {
  if (!before) return now;
  return new LatencyHistogram().add(now).add(before, -1).counts();
}

/** Versions of one interval as one: the queues of all of them together. */
function sum(parts: readonly ModelCounts[]): ModelCounts {
  const merged = mergeCounts(parts);
  return {
    ...merged,
    seconds: parts[0]?.seconds ?? 0,
    queued: addKnown(parts.map(({ queued }) => queued)),
    executing: addKnown(parts.map(({ executing }) => executing)),
  };
}

/**
 * Intervals that follow each other as one: counts are added, histograms merged, and of the depths at their
 * ends the largest is kept. `intervals` is not empty.
 */
export function mergeCounts(intervals: readonly ModelCounts[]): ModelCounts {
  const [only] = intervals;
  if (only && intervals.length === 1) return only;
  const add = (read: (counts: ModelCounts) => number) =>
    intervals.reduce((total, counts) => total + read(counts), 0);
  return {
    t: Math.max(...intervals.map(({ t }) => t)),
    seconds: add(({ seconds }) => seconds),
    successes: add(({ successes }) => successes),
    failures: add(({ failures }) => failures),
    inferences: add(({ inferences }) => inferences),
    executions: add(({ executions }) => executions),
    queue: { count: add(({ queue }) => queue.count), ns: add(({ queue }) => queue.ns) },
    compute: { count: add(({ compute }) => compute.count), ns: add(({ compute }) => compute.ns) },
    cacheHits: add(({ cacheHits }) => cacheHits),
    cacheMisses: add(({ cacheMisses }) => cacheMisses),
    batches: mergeBatches(intervals.map(({ batches }) => batches)),
    latency: mergeLatencies(intervals.map(({ latency }) => latency)),
    queued: largestKnown(intervals.map(({ queued }) => queued)),
    executing: largestKnown(intervals.map(({ executing }) => executing)),
  };
}

function mergeBatches(lists: readonly ModelCounts["batches"][]): [number, number][] {
  const totals = new Map<number, number>();
  for (const [size, executions] of lists.flat())
    totals.set(size, (totals.get(size) ?? 0) + executions);
  return [...totals].sort(([a], [b]) => a - b);
}

function mergeLatencies(all: readonly (LatencyCounts | null)[]): LatencyCounts | null {
  const known = all.filter((each) => each !== null);
  if (known.length === 0) return null;
  const merged = new LatencyHistogram();
  for (const each of known) merged.add(each);
  return merged.counts();
}

function addKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function largestKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
