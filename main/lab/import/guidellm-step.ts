import type { ExperimentStep, LatencySummary, Percentile } from "../../contract/index.ts";
import { FailureCounts } from "../generator/failure-counts.ts";
import type { ImportedRequests } from "./chat-experiment.ts";
import { answersOf, chatStep } from "./chat-step.ts";
import { type ChatSummaries, ChatTimes } from "./chat-times.ts";
import type { GuidellmBenchmark, GuidellmDistribution } from "./guidellm-report.ts";
import { refuse } from "./imported.ts";

const MAX_MESSAGE = 500;

export function stepOfBenchmark(
  benchmark: GuidellmBenchmark,
  load: ExperimentStep["load"],
  { where, note, requests }: { where: string; note: string; requests: ImportedRequests },
): ExperimentStep {
  const { metrics, scheduler_metrics: span } = benchmark;
  const { successful, errored, incomplete } = metrics.request_totals;
  const seconds = span.measure_end_time - span.measure_start_time;
  if (!(seconds > 0))
    refuse(`${where}scheduler_metrics.measure_end_time`, "must be after measure_start_time.");
  return chatStep({
    load,
    startedAt: span.measure_start_time * 1000,
    seconds,
    successes: successful,
    requestsPerSecond: metrics.requests_per_second.successful?.mean ?? 0,
    goodput: metrics.request_goodput?.successful?.mean ?? null,
    outcomes: { failed: errored },
    failures: failuresOf(benchmark),
    times: timesOfRequests(benchmark) ?? timesOfFigures(benchmark),
    pieces: null,
    ...answersOf(requests, Math.round(metrics.output_token_count.successful?.total_sum ?? 0)),
    promptTokens: Math.round(metrics.prompt_token_count.successful?.total_sum ?? 0),
    note:
      incomplete === 0
        ? note
        : `${note} ${incomplete} requests that the end cut off aren't counted.`,
  });
}

/** From each successful request, if all are in the file; null otherwise. */
function timesOfRequests({ requests, metrics }: GuidellmBenchmark): ChatSummaries | null {
  const all = requests?.successful ?? [];
  if (all.length === 0 || all.length !== metrics.request_totals.successful) return null;
  const times = new ChatTimes();
  for (const each of all) {
    if (typeof each.request_latency === "number") times.record("e2el", each.request_latency * 1000);
    if (typeof each.time_to_first_token_ms === "number")
      times.record("ttft", each.time_to_first_token_ms);
    if (typeof each.inter_token_latency_ms === "number")
      times.record("tpot", each.inter_token_latency_ms);
  }
  return times.summaries();
}

function timesOfFigures({ metrics }: GuidellmBenchmark): ChatSummaries {
  return {
    e2el: summaryOf(metrics.request_latency.successful, 1000),
    ttft: summaryOf(metrics.time_to_first_token_ms.successful),
    tpot: summaryOf(metrics.inter_token_latency_ms.successful),
    itl: summaryOf(null),
  };
}

/** `scale`: of ms to the distribution's unit. */
function summaryOf(of: GuidellmDistribution | null | undefined, scale = 1): LatencySummary {
  const known = of && of.count > 0 ? of : null;
  const ms = (value: number | undefined) => (value === undefined ? null : value * scale);
  const percentile = (name: "p50" | "p90" | "p95" | "p99" | "p999"): Percentile => {
    if (!known) return null;
    const value = known.percentiles[name] * scale;
    const interval = known.percentile_cis?.[name];
    return interval
      ? { value, low: interval.lower * scale, high: interval.upper * scale }
      : { value, low: value, high: value };
  };
  return {
    count: known?.count ?? 0,
    mean: ms(known?.mean),
    min: ms(known?.min),
    max: ms(known?.max),
    p50: percentile("p50"),
    p90: percentile("p90"),
    p95: percentile("p95"),
    p99: percentile("p99"),
    p999: percentile("p999"),
    histogram: "",
  };
}

function failuresOf({ requests }: GuidellmBenchmark): ExperimentStep["failures"] {
  const counts = new FailureCounts();
  for (const { info } of requests?.errored ?? []) {
    const message = info?.error?.trim().split("\n").at(-1)?.slice(0, MAX_MESSAGE);
    if (message) counts.add({ status: "UNKNOWN", message }, 1);
  }
  return counts.list();
}
