import type { ModelTelemetry } from "../../engine/types.ts";
import type { CacheClient, FigureId } from "../contract/index.ts";
import { FAILURE_REASONS } from "../servers/index.ts";
import type { PartsByFigure, Reading, VersionReading } from "../telemetry/index.ts";
import type { FailureCounts, Interval, ReasonTotals } from "./interval.ts";
import { gaugeReading, modelCounts } from "./model-counts.ts";

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
  reasons: ReasonTotals | null,
): Interval | null {
  const counts = modelCounts(parts, now.t);
  if (!parts || !counts) return null;
  const pairs = [...now.versions]
    .filter(([, version]) => version.model === model)
    .map(([key, version]): Pair => [before.versions.get(key), version]);
  const telemetries = pairs.flatMap(([, { telemetry }]) => telemetry ?? []);
  const queued = gaugeReading(parts, "waiting");
  const handedOver = gaugeReading(parts, "handedOver") ?? 0;
  return {
    counts,
    queued,
    unassigned: queued === null ? null : Math.max(0, queued - handedOver),
    instances: telemetries.length > 0 ? telemetries.flatMap(listInstances) : null,
    failed: countFailures(parts),
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

/** Null where the server doesn't report reasons. */
function countFailures(parts: PartsByFigure): FailureCounts | null {
  const growth = (figure: FigureId) => {
    const part = parts.get(figure);
    return part?.form === "rate" && part.seconds > 0 ? part.growth : null;
  };
  const rejected = growth("rejectedPerSecond");
  if (rejected === null) return null;
  const failures = parts.get("failuresPerSecond");
  const by = new Map(failures?.form === "rate" ? failures.by : []);
  const count = (reason: (typeof FAILURE_REASONS)[number]) =>
    by.get(FAILURE_REASONS.indexOf(reason)) ?? 0;
  return {
    rejected,
    refused: growth("queueFullPerSecond"),
    canceled: count("CANCELED"),
    backend: count("BACKEND"),
    other: count("OTHER"),
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
