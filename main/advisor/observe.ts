import type { ModelTelemetry } from "../../engine/types.ts";
import type { CacheClient } from "../contract/index.ts";
import type { MetricsReading } from "../servers/metrics/index.ts";
import type { PartsByFigure, Reading, VersionReading } from "../telemetry/index.ts";
import type { FailureCounts, Interval, ReasonTotals } from "./interval.ts";
import { gaugeReading, modelCounts } from "./model-counts.ts";

export interface MetricsPair {
  readonly before: MetricsReading | null;
  readonly now: MetricsReading | null;
}

export interface ReadingPair {
  readonly before: Reading;
  readonly now: Reading;
  /** The model's figures in between. */
  readonly parts: PartsByFigure | undefined;
}

/** What happened to `model` between two polls of a server; null if they can't be compared. */
export function observe(
  { before, now, parts }: ReadingPair,
  model: string,
  metrics: MetricsPair,
  reasons: ReasonTotals | null,
): Interval | null {
  const counts = modelCounts(parts, now.t);
  if (!parts || !counts) return null;
  const pairs = [...now.versions]
    .filter(([, version]) => version.model === model)
    .map(([key, version]): Pair => [before.versions.get(key), version]);
  const telemetries = pairs.flatMap(([, { telemetry }]) => telemetry ?? []);
  const queued = gaugeReading(parts, "waiting") ?? metrics.now?.pending.get(model) ?? null;
  const handedOver = gaugeReading(parts, "handedOver") ?? 0;
  return {
    counts,
    queued,
    unassigned: queued === null ? null : Math.max(0, queued - handedOver),
    instances: telemetries.length > 0 ? telemetries.flatMap(listInstances) : null,
    failed:
      telemetries.length > 0 ? failuresFromTelemetry(pairs) : failuresFromMetrics(metrics, model),
    cacheNs: {
      hit: sum(pairs, (each) => each.statistics.inference_stats.cache_hit.ns),
      miss: sum(pairs, (each) => each.statistics.inference_stats.cache_miss.ns),
    },
    clients: listClients(pairs),
    reasons,
  };
}

type Pair = readonly [before: VersionReading | undefined, now: VersionReading];

/** A counter that went down was reset, and everything it counts happened since. */
function grown(before: number, now: number): number {
  return now < before ? now : now - before;
}

function sum(pairs: readonly Pair[], read: (version: VersionReading) => number): number {
  return pairs.reduce(
    (total, [before, now]) => total + grown(before ? read(before) : 0, read(now)),
    0,
  );
}

function listInstances({ instances }: ModelTelemetry) {
  return instances.map(({ deviceId, ...each }) => ({
    ...each,
    deviceId: deviceId < 0 ? null : deviceId,
  }));
}

function failuresFromTelemetry(pairs: readonly Pair[]): FailureCounts {
  const failures = (reason: keyof ModelTelemetry["failures"]) =>
    sum(pairs, ({ telemetry }) => telemetry?.failures[reason] ?? 0);
  return {
    rejected: failures("REJECTED"),
    refused: sum(pairs, ({ telemetry }) => telemetry?.refused ?? 0),
    canceled: failures("CANCELED"),
    backend: failures("BACKEND"),
    other: failures("OTHER"),
  };
}

function failuresFromMetrics({ before, now }: MetricsPair, model: string): FailureCounts | null {
  const counts = now?.failures.get(model);
  if (!counts) return null;
  // Without an earlier reading it is unknown when they happened.
  const earlier = before ? (before.failures.get(model) ?? {}) : counts;
  const failures = (reason: string) => grown(earlier[reason] ?? 0, counts[reason] ?? 0);
  return {
    rejected: failures("REJECTED"),
    refused: null,
    canceled: failures("CANCELED"),
    backend: failures("BACKEND"),
    other: failures("OTHER"),
  };
}

function listClients(pairs: readonly Pair[]): CacheClient[] {
  return pairs.flatMap(([before, now]) => {
    const known = new Map(before?.telemetry?.cacheClients.map((each) => [clientKey(each), each]));
    return (now.telemetry?.cacheClients ?? [])
      .map((client) => ({
        ...client,
        lookups: grown(known.get(clientKey(client))?.lookups ?? 0, client.lookups),
        hits: grown(known.get(clientKey(client))?.hits ?? 0, client.hits),
      }))
      .filter(({ lookups }) => lookups > 0);
  });
}

export function clientKey({ address, userAgent }: CacheClient): string {
  return `${address}\n${userAgent}`;
}
