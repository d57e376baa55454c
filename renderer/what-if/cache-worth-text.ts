import type { CacheObservation, WhatIfPrediction } from "../../main/contract/index.ts";
import { formatBytes, formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { count } from "../format/text.ts";

/** Hit rate of a cache of this size; 0 below the curve's first size. */
export function hitRateAt(curve: CacheObservation["curve"], bytes: number): number {
  return curve.findLast((point) => point.bytes <= bytes)?.hitRate ?? 0;
}

/** Memory that holds the responses to all distinct requests, MiB with three digits; the curve's sizes are rounded up. */
export function mibForAll({ curve, distinctBytes }: CacheObservation): number {
  const mib = Math.max(distinctBytes, curve.at(-1)?.bytes ?? 0) / 1024 ** 2;
  const unit = 10 ** (Math.floor(Math.log10(Math.max(mib, 1e-6))) - 2);
  return Number((Math.ceil(mib / unit - 1e-9) * unit).toPrecision(3));
}

/** "Observing: 40 s of 5 min, 1,200 requests." */
export function describeProgress({
  state,
  elapsedSeconds,
  plannedSeconds,
  requests,
}: CacheObservation): string {
  const seen = count(requests, "request");
  return state === "observing"
    ? `Observing: ${formatDuration(Math.floor(elapsedSeconds) * 1000)} of ${formatDuration(plannedSeconds * 1000)}, ${seen}.`
    : `Observed ${seen} in ${formatDuration(Math.round(elapsedSeconds) * 1000)}.`;
}

/** Describes the observed requests. */
export function describeRequests(observation: CacheObservation): string {
  const { distinct, distinctBytes, sampledShare, curve } = observation;
  const most = curve.at(-1)?.hitRate ?? 0;
  const all = `${formatCount(distinct)} distinct requests; their responses need ${formatBytes(distinctBytes)}.`;
  const sample =
    sampledShare < 1
      ? ` Estimated from a sample of ${formatPercent(sampledShare)} of the distinct requests.`
      : "";
  const repeats =
    curve.length === 0
      ? " No request was repeated, so a cache would answer none."
      : ` A cache that keeps all of them would answer ${formatPercent(most)} of the requests.`;
  return `${all}${repeats}${sample}`;
}

/** Compares compute time and latency with and without the cache. */
export function describeSaving(
  without: WhatIfPrediction,
  withCache: WhatIfPrediction,
  instances: number,
): string {
  const compute = ({ busy }: WhatIfPrediction) => formatDuration(busy * instances * 1000);
  const latency = (name: "p50Ms" | "p99Ms") => {
    const [before, after] = [without[name], withCache[name]];
    if (!after) return "overloaded with and without the cache";
    return `${before ? formatDuration(before.value) : "overloaded"} to ${formatDuration(after.value)}`;
  };
  return `Compute time per second: ${compute(without)} to ${compute(withCache)}. p50 latency: ${latency("p50Ms")}. p99 latency: ${latency("p99Ms")}.`;
}
