import type { LatencyCounts } from "../../../base/latency-histogram.ts";
import type { QueueDepth } from "../../../engine/types.ts";
import { addLatencies } from "../delta/latency.ts";
import type { ModelCounts } from "./counts.ts";

/** Versions of one interval as one: the queues of all of them together. Null for none. */
export function sumVersions(parts: readonly ModelCounts[]): ModelCounts | null {
  if (parts.length === 0) return null;
  const merged = mergeCounts(parts);
  return {
    ...merged,
    seconds: parts[0]?.seconds ?? 0,
    queued: addKnown(parts.map(({ queued }) => queued)),
    executing: addKnown(parts.map(({ executing }) => executing)),
    handedOver: addKnown(parts.map(({ handedOver }) => handedOver)),
    depths: addDepths(parts.flatMap(({ depths }) => depths)),
  };
}

/**
 * Intervals that follow each other as one: counts are added, histograms merged, and of the depths at their
 * ends the largest is kept, with its parts. `intervals` is not empty.
 */
export function mergeCounts(intervals: readonly ModelCounts[]): ModelCounts {
  const [only] = intervals;
  if (only && intervals.length === 1) return only;
  const fullest = intervals.reduce((most, each) =>
    (each.queued ?? 0) > (most.queued ?? 0) ? each : most,
  );
  const add = (read: (counts: ModelCounts) => number) =>
    intervals.reduce((total, counts) => total + read(counts), 0);
  return {
    t: Math.max(...intervals.map(({ t }) => t)),
    seconds: add(({ seconds }) => seconds),
    successes: add(({ successes }) => successes),
    failures: add(({ failures }) => failures),
    refused: addKnown(intervals.map(({ refused }) => refused)),
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
    handedOver: fullest.handedOver,
    depths: fullest.depths,
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
  return known.length === 0 ? null : addLatencies(known);
}

function addKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function addDepths(all: readonly QueueDepth[]): QueueDepth[] {
  const levels = new Map<number, QueueDepth>();
  for (const { level, queued, delayed } of all) {
    const known = levels.get(level);
    levels.set(level, {
      level,
      queued: queued + (known?.queued ?? 0),
      delayed: delayed + (known?.delayed ?? 0),
    });
  }
  return [...levels.values()].sort((a, b) => a.level - b.level);
}

function largestKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
