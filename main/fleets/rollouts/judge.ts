import type { RolloutLimits, WatchedFigures } from "../../contract/index.ts";

/** Smaller differences of queue times and latencies are no regression, ms. */
const MIN_MS = 1;
/** Times are compared with at least this many requests, p99 with at least the second number. */
const MIN_REQUESTS = 20;
const MIN_FOR_P99 = 100;

/** Why a replica's figures after a change exceed the limits; null if they don't, as far as they can be compared. */
export function regression(
  before: WatchedFigures,
  after: WatchedFigures,
  limits: RolloutLimits,
): string | null {
  return (
    worseShare("failures", before, after, limits.failureShare) ??
    worseShare("rejected", before, after, limits.rejectedShare) ??
    worseTimes(before, after, limits)
  );
}

function worseTimes(
  before: WatchedFigures,
  after: WatchedFigures,
  limits: RolloutLimits,
): string | null {
  if (!enough(before) || !enough(after)) return null;
  return (
    worseTime("The mean time in the queue", before.queueMs, after.queueMs, limits.queueTimes) ??
    worseLatency(before, after, limits.latencyTimes)
  );
}

/** What couldn't be compared, as a sentence; "" if everything could. */
export function notCompared(before: WatchedFigures, after: WatchedFigures): string {
  if (before.requests === null || after.requests === null)
    return "The server reported no request counts, so nothing could be compared.";
  const [was, is] = [sentIn(before), sentIn(after)];
  if (was === 0 && is === 0) return "There was no traffic, so that nothing could be compared.";
  if (was === 0)
    return "There was no traffic before, so that queue and latency could not be compared.";
  if (is === 0)
    return "There was no traffic after it, so that queue and latency could not be compared.";
  if (enough(before) && enough(after)) return "";
  return `There were ${before.requests} requests before and ${after.requests} after it: too few to compare queue and latency.`;
}

/** Including failed ones. */
function sentIn({
  requests,
  failures,
  rejected,
}: Pick<WatchedFigures, "requests" | "failures" | "rejected">): number {
  return (requests ?? 0) + (failures ?? rejected ?? 0);
}

function enough({ requests }: WatchedFigures, least = MIN_REQUESTS): boolean {
  return requests !== null && requests >= least;
}

function worseShare(
  figure: "failures" | "rejected",
  before: WatchedFigures,
  after: WatchedFigures,
  most: number | null,
): string | null {
  const is = computeShare(after, figure);
  if (most === null || is === null) return null;
  const was = computeShare(before, figure) ?? 0;
  if (is - was <= most) return null;
  const what = figure === "failures" ? "Failures" : "Rejections";
  return `${what} rose from ${percent(was)} to ${percent(is)} of the requests; at most ${percent(most)} more were allowed.`;
}

function computeShare(
  { requests, failures, rejected }: WatchedFigures,
  figure: "failures" | "rejected",
): number | null {
  const part = figure === "failures" ? failures : rejected;
  const all = sentIn({ requests, failures, rejected });
  return part === null || all === 0 ? null : part / all;
}

function worseLatency(
  before: WatchedFigures,
  after: WatchedFigures,
  times: number | null,
): string | null {
  const many = enough(before, MIN_FOR_P99) && enough(after, MIN_FOR_P99);
  if (many && before.latencyP99Ms !== null && after.latencyP99Ms !== null)
    return worseTime("The latency's p99", before.latencyP99Ms, after.latencyP99Ms, times);
  return worseTime("The mean latency", before.latencyMs, after.latencyMs, times);
}

function worseTime(
  what: string,
  was: number | null,
  is: number | null,
  times: number | null,
): string | null {
  if (times === null || was === null || is === null) return null;
  if (is <= was * times || is - was < MIN_MS) return null;
  return `${what} rose from ${was.toPrecision(3)} ms to ${is.toPrecision(3)} ms; at most ${times} times as much was allowed.`;
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}
