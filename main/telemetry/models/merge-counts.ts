import type { LatencyCounts } from "../../../base/latency-histogram.ts";
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
  };
}

/**
 * Intervals that follow each other as one: counts are added, histograms merged, and of the depths at their
 * ends the largest is kept. `intervals` is not empty.
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
    latency: mergeLatencies(intervals.map(({ latency }) => latency)),
    queued: largestKnown(intervals.map(({ queued }) => queued)),
    executing: largestKnown(intervals.map(({ executing }) => executing)),
    handedOver: fullest.handedOver,
  };
}

function mergeLatencies(all: readonly (LatencyCounts | null)[]): LatencyCounts | null {
  const known = all.filter((each) => each !== null);
  return known.length === 0 ? null : addLatencies(known);
}

function addKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
}

function largestKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
