import {
  bucketLow,
  type LatencyCounts,
  LatencyHistogram,
} from "../../../base/latency-histogram.ts";
import type { ModelStatistics, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ConstraintViolation, SearchConstraints } from "../../contract/index.ts";
import { Certifier } from "../../lab/measuring.ts";

interface VersionCounters {
  readonly model: string;
  /** Changes when counters restart at zero; empty if not reported by this server. */
  readonly loadId: string;
  readonly successes: number;
  /** Total time of the successes. */
  readonly ns: number;
  /** Latencies of whole requests, µs; null if not reported by this server. */
  readonly latency: LatencyCounts | null;
}

/** Counters of a server's models at one moment, by model and version. */
export type OtherModels = ReadonlyMap<string, VersionCounters>;

/** `snapshot`: null for servers without telemetry. */
export function otherModels(
  statistics: readonly ModelStatistics[],
  snapshot: TelemetrySnapshot | null,
): OtherModels {
  const versionKey = ({ name, version }: { name: string; version: string }) =>
    `${name}\n${version}`;
  const telemetry = new Map(snapshot?.models.map((each) => [versionKey(each), each]));
  return new Map(
    statistics.map((each) => {
      const more = telemetry.get(versionKey(each));
      const { count, ns } = each.inference_stats.success;
      const { loadId = "", latency = null } = more ?? {};
      return [versionKey(each), { model: each.name, loadId, successes: count, ns, latency }];
    }),
  );
}

/** The first objective shown to be missed between two moments; null if none. */
export function missedObjective(
  objectives: SearchConstraints["objectives"],
  span: { readonly before: OtherModels; readonly after: OtherModels },
): ConstraintViolation | null {
  for (const { model, p99Ms } of objectives) {
    const seen = missedBy(growth(model, span), p99Ms);
    if (seen === null) continue;
    const text = `Model '${model}' missed its objective of p99 ≤ ${p99Ms} ms meanwhile: ${seen}.`;
    return { kind: "objective", text };
  }
  return null;
}

type Growth = Pick<VersionCounters, "successes" | "ns" | "latency">;

/** All versions together; counters that restarted count from zero. */
function growth(
  model: string,
  { before, after }: { readonly before: OtherModels; readonly after: OtherModels },
): Growth {
  let [successes, ns] = [0, 0];
  let latencies: LatencyHistogram | null = null;
  for (const [key, now] of after) {
    if (now.model !== model) continue;
    const known = before.get(key);
    const isSame = known && known.loadId === now.loadId && known.successes <= now.successes;
    const was = isSame ? known : null;
    successes += now.successes - (was?.successes ?? 0);
    ns += now.ns - (was?.ns ?? 0);
    if (now.latency === null) continue;
    latencies ??= new LatencyHistogram();
    latencies.add(now.latency);
    if (was?.latency) latencies.add(was.latency, -1);
  }
  return { successes, ns, latency: latencies?.counts() ?? null };
}

/** Evidence that a p99 exceeded its limit; null without any. Without latency counts, a mean over the limit proves it. */
function missedBy({ latency, successes, ns }: Growth, p99Ms: number): string | null {
  if (latency !== null) {
    const { requests, over } = countOver(latency, p99Ms);
    if (requests === 0) return null;
    const isMissed = new Certifier({ percentile: 99 }).add(requests, over) === "failed";
    return isMissed ? `${over} of ${requests} requests were slower` : null;
  }
  if (successes === 0) return null;
  const meanMs = ns / successes / 1e6;
  return meanMs > p99Ms
    ? `even the mean of ${successes} requests was ${meanMs.toPrecision(3)} ms`
    : null;
}

/** A bucket across the limit counts as within it. */
function countOver({ indices, counts }: LatencyCounts, limitMs: number) {
  let [requests, over] = [0, 0];
  for (const [at, index] of indices.entries()) {
    const count = Math.max(0, counts[at] ?? 0);
    requests += count;
    if (bucketLow(index) >= limitMs * 1000) over += count;
  }
  return { requests, over };
}
