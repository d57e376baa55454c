import type { ExperimentStep, LatencySummary, Percentile, StepChat } from "../../contract/index.ts";
import { FailureCounts } from "../generator/failure-counts.ts";
import { NO_HEALTH } from "../generator/health.ts";
import { noOutcomes } from "../generator/outcome.ts";
import { Times } from "../generator/times.ts";
import { summarizeLatency } from "../steps/latency.ts";
import { refuse } from "./imported.ts";
import { readFigure, type VllmResult, type VllmTime } from "./vllm-bench-result.ts";

/** One result of `vllm bench serve` as a step. `note`: what is not known of it. */
export function stepOfResult(
  result: VllmResult,
  load: ExperimentStep["load"],
  { where, startedAt, note }: { where: string; startedAt: number; note: string },
): ExperimentStep {
  const { completed, duration, request_throughput: requestsPerSecond } = result;
  const times = timesOfRequests(result, where) ?? timesOfFigures(result);
  return {
    load,
    candidate: null,
    replicate: null,
    startedAt,
    seconds: duration,
    complete: true,
    warmup: { seconds: 0, words: "unknown", settled: true },
    requestsPerSecond,
    inferencesPerSecond: requestsPerSecond,
    goodput: result.request_goodput ?? null,
    successes: completed,
    outcomes: { ...noOutcomes(), failed: result.failed ?? 0 },
    failures: failures(result),
    response: times.e2el,
    service: times.e2el,
    windows: [],
    server: null,
    machine: null,
    chat: chat(result, times),
    reconciliation: [],
    generator: NO_HEALTH,
    otherCpu: null,
    certificate: null,
    verdict: {
      verdict: "valid",
      reasons: [{ id: "import", severity: "note", text: note, value: null, limit: null }],
    },
    events: [],
  };
}

type Summaries = Record<VllmTime, LatencySummary>;

function chat(result: VllmResult, { ttft, itl, tpot }: Summaries): StepChat {
  return {
    firstToken: ttft,
    firstTokenFromSend: ttft,
    betweenTokens: itl,
    perToken: tpot,
    outputTokens: result.total_output_tokens,
    outputTokensPerSecond: result.output_throughput,
    promptTokens: result.total_input_tokens,
    promptTokensPerSecond: result.total_input_tokens / result.duration,
    pieces: itl.count + ttft.count,
    counted: 0,
    tokensPerWord: null,
    server: null,
  };
}

/** With `--save-detailed`, from the times of each successful request; null without. */
function timesOfRequests(result: VllmResult, where: string): Summaries | null {
  const { ttfts, itls, output_lens: lengths, errors, latencies } = result;
  if (!ttfts || !itls || !lengths) return null;
  const lists = { itls, output_lens: lengths, errors, latencies };
  for (const [name, list] of Object.entries(lists)) {
    if (!list || list.length === ttfts.length) continue;
    refuse(`${where}${name}`, `has ${list.length} values, but ttfts has ${ttfts.length}.`);
  }
  const times = { ttft: new Times(), tpot: new Times(), itl: new Times(), e2el: new Times() };
  let successes = 0;
  ttfts.forEach((first, i) => {
    const gaps = itls[i] as number[];
    const length = lengths[i] as number;
    // Earlier versions have neither errors nor latencies; failed requests have no output there.
    if (errors ? errors[i] : length === 0) return;
    successes += 1;
    const whole = latencies?.[i] ?? gaps.reduce((sum, gap) => sum + gap, first);
    times.ttft.record(first * 1e6);
    times.e2el.record(whole * 1e6);
    if (length > 1) times.tpot.record((Math.max(0, whole - first) / (length - 1)) * 1e6);
    for (const gap of gaps) times.itl.record(gap * 1e6);
  });
  if (successes !== result.completed) {
    refuse(`${where}completed`, `is ${result.completed}, but ${successes} requests succeeded.`);
  }
  const summary = (each: Times) => {
    const { histogram, extremes } = each.result();
    return summarizeLatency(histogram, extremes);
  };
  return {
    ttft: summary(times.ttft),
    tpot: summary(times.tpot),
    itl: summary(times.itl),
    e2el: summary(times.e2el),
  };
}

function timesOfFigures(result: VllmResult): Summaries {
  const summary = (name: VllmTime): LatencySummary => {
    const percentile = (value: number | null): Percentile =>
      value === null || result.completed === 0 ? null : { value, low: value, high: value };
    const read = (figure: Parameters<typeof readFigure>[1]) => readFigure(result, figure, name);
    return {
      count: result.completed,
      mean: result.completed === 0 ? null : read("mean"),
      min: null,
      max: null,
      p50: percentile(read("p50") ?? read("median")),
      p90: percentile(read("p90")),
      p95: percentile(read("p95")),
      p99: percentile(read("p99")),
      p999: percentile(read("p99.9")),
      histogram: "",
    };
  };
  return {
    ttft: summary("ttft"),
    tpot: summary("tpot"),
    itl: summary("itl"),
    e2el: summary("e2el"),
  };
}

const MOST_MESSAGE = 500;

function failures({ errors }: VllmResult): ExperimentStep["failures"] {
  const counts = new FailureCounts();
  for (const error of errors ?? []) {
    // A traceback ends with what happened.
    const message = error?.trim().split("\n").at(-1)?.slice(0, MOST_MESSAGE);
    if (message) counts.add({ status: "UNKNOWN", message }, 1);
  }
  return counts.list();
}
