import type { CacheClient, ModelInstance } from "../contract/index.ts";
import { LatencyHistogram } from "../../base/latency-histogram.ts";
import type { MetricsReading } from "../servers/metrics/index.ts";
import type { ConfigFacts } from "./config-facts.ts";
import type { FailureCounts, Interval, ReasonTotals } from "./interval.ts";
import { mergeCounts, type ModelCounts } from "./model-counts.ts";
import { clientKey } from "./observe.ts";

/** What a rule about a model judges: some seconds of data, aggregated. Times are ms unless named otherwise. */
export interface ModelWindow {
  readonly model: string;
  readonly config: ConfigFacts;
  /** ms since the epoch */
  readonly from: number;
  readonly to: number;
  readonly seconds: number;
  readonly counts: ModelCounts;
  /** Rejections per second in the same time before; null if nothing is known. */
  readonly rejectedBefore: number | null;
  /** Items per execution; null without executions. */
  readonly meanBatch: number | null;
  /** Per request; null without requests. */
  readonly queueMs: number | null;
  readonly computeMs: number | null;
  /** Null if the server reports no histogram. */
  readonly p99Ms: number | null;
  readonly waiting: Waiting;
  readonly instances: Busyness | null;
  readonly failed: FailureCounts | null;
  readonly cacheNs: Interval["cacheNs"];
  readonly clients: readonly CacheClient[];
  readonly reasons: ReasonTotals | null;
  /** The p99 objective; null: none is set. */
  readonly objectiveMs: number | null;
  readonly metrics: readonly MetricsReading[];
  /** The same span of another model; null if it was idle. */
  readonly peer: (model: string) => ModelWindow | null;
}

/** How requests waited. */
export interface Waiting {
  /** Mean number of waiting requests over the whole span, from their total waiting time (Little's law). */
  readonly mean: number;
  /** Share of interval ends at which a request waited, 0..1; null where not reported by this server. */
  readonly share: number | null;
}

/** What instances did at the ends of the intervals. */
export interface Busyness {
  readonly looks: number;
  /** Share of the samples at which each was busy. */
  readonly busy: readonly {
    readonly name: string;
    readonly kind: string;
    readonly share: number;
  }[];
  /** Share of the samples at which a request waited for any instance while one was free. */
  readonly idleWhileWaiting: number;
}

/** `intervals` are consecutive and not empty. */
export function toWindow(
  intervals: readonly Interval[],
  facts: Pick<ModelWindow, "model" | "config" | "objectiveMs" | "metrics" | "peer"> & {
    readonly earlier: readonly Interval[];
  },
): ModelWindow {
  const { earlier, ...rest } = facts;
  const counts = mergeCounts(intervals.map((each) => each.counts));
  const before = earlier.reduce((total, each) => total + each.counts.seconds, 0);
  return {
    ...rest,
    from: counts.t - counts.seconds * 1000,
    to: counts.t,
    seconds: counts.seconds,
    counts,
    rejectedBefore: before > 0 ? (sumFailures(earlier)?.rejected ?? 0) / before : null,
    meanBatch: counts.executions > 0 ? counts.inferences / counts.executions : null,
    queueMs: meanMs(counts.queue),
    computeMs: meanMs(counts.compute),
    p99Ms: p99Ms(counts),
    waiting: measureWaiting(intervals, counts),
    instances: measureBusyness(intervals),
    failed: sumFailures(intervals),
    cacheNs: {
      hit: add(intervals, ({ cacheNs }) => cacheNs.hit),
      miss: add(intervals, ({ cacheNs }) => cacheNs.miss),
    },
    clients: mergeClients(intervals),
    reasons: sumReasons(intervals),
  };
}

function add(intervals: readonly Interval[], read: (interval: Interval) => number): number {
  return intervals.reduce((total, each) => total + read(each), 0);
}

function meanMs({ count, ms }: ModelCounts["queue"]): number | null {
  return count > 0 ? ms / count : null;
}

function p99Ms({ latency }: ModelCounts): number | null {
  if (!latency || latency.indices.length === 0) return null;
  const micros = new LatencyHistogram().add(latency).quantile(0.99);
  return micros === null ? null : micros / 1000;
}

function measureWaiting(intervals: readonly Interval[], { queue, seconds }: ModelCounts): Waiting {
  const known = intervals.flatMap(({ queued }) => queued ?? []);
  return {
    mean: seconds > 0 ? queue.ms / 1000 / seconds : 0,
    share: known.length > 0 ? known.filter((queued) => queued > 0).length / known.length : null,
  };
}

function measureBusyness(intervals: readonly Interval[]): Busyness | null {
  const known = intervals.filter(({ instances }) => instances && instances.length > 0);
  if (known.length === 0) return null;
  const busy = new Map<string, { instance: ModelInstance; looks: number }>();
  let idle = 0;
  for (const { instances, unassigned } of known) {
    for (const instance of instances ?? []) {
      const entry = busy.get(instance.name) ?? { instance, looks: 0 };
      if (instance.busy) entry.looks++;
      busy.set(instance.name, entry);
    }
    if ((unassigned ?? 0) > 0 && instances?.some((each) => each.busy === false)) idle++;
  }
  return {
    looks: known.length,
    busy: [...busy.values()].map(({ instance: { name, kind }, looks }) => ({
      name,
      kind,
      share: looks / known.length,
    })),
    idleWhileWaiting: idle / known.length,
  };
}

function sumFailures(intervals: readonly Interval[]): FailureCounts | null {
  const known = intervals.flatMap(({ failed }) => failed ?? []);
  if (known.length === 0) return null;
  const total = (read: (failed: FailureCounts) => number) =>
    known.reduce((all, each) => all + read(each), 0);
  return {
    rejected: total(({ rejected }) => rejected),
    refused: known.some(({ refused }) => refused !== null)
      ? total(({ refused }) => refused ?? 0)
      : null,
    canceled: total(({ canceled }) => canceled),
    backend: total(({ backend }) => backend),
    other: total(({ other }) => other),
  };
}

function mergeClients(intervals: readonly Interval[]): CacheClient[] {
  const clients = new Map<string, CacheClient>();
  for (const client of intervals.flatMap((each) => each.clients)) {
    const known = clients.get(clientKey(client));
    clients.set(clientKey(client), {
      ...client,
      lookups: client.lookups + (known?.lookups ?? 0),
      hits: client.hits + (known?.hits ?? 0),
    });
  }
  return [...clients.values()];
}

function sumReasons(intervals: readonly Interval[]): ReasonTotals | null {
  const known = intervals.flatMap(({ reasons }) => reasons ?? []);
  if (known.length === 0) return null;
  const totals: Partial<Record<string, { batches: number; requests: number }>> = {};
  for (const [reason, { batches, requests }] of known.flatMap((each) => Object.entries(each))) {
    const total = (totals[reason] ??= { batches: 0, requests: 0 });
    total.batches += batches;
    total.requests += requests;
  }
  return totals;
}
