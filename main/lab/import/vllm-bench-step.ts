import type { ExperimentStep, LatencySummary, Percentile } from "../../contract/index.ts";
import { FailureCounts } from "../generator/failure-counts.ts";
import { chatStep } from "./chat-step.ts";
import { type ChatSummaries, ChatTimes } from "./chat-times.ts";
import { refuse } from "./imported.ts";
import { readFigure, type VllmResult, type VllmTime } from "./vllm-bench-result.ts";

type PickedResult = Pick<
  VllmResult,
  "failed" | "num_prompts" | "completed" | "total_input_sequences"
>;

/** One result of `vllm bench serve` as a step. `note`: its unknown values. */
export function stepOfResult(
  result: VllmResult,
  load: ExperimentStep["load"],
  { where, startedAt, note }: { where: string; startedAt: number; note: string },
): ExperimentStep {
  const ofRequests = timesOfRequests(result, where);
  return chatStep({
    load,
    startedAt,
    seconds: result.duration,
    successes: result.completed,
    requestsPerSecond: result.request_throughput,
    goodput: result.request_goodput ?? null,
    outcomes: { failed: failedOf(result) },
    failures: failures(result),
    times: ofRequests ?? timesOfFigures(result),
    pieces: ofRequests && ofRequests.ttft.count + ofRequests.itl.count,
    outputTokens: result.total_output_tokens ?? null,
    items: itemsOf(result),
    promptTokens: result.total_input_tokens,
    note,
  });
}

/** Results of embeddings have no `failed`. */
export function failedOf({ failed, num_prompts: sent, completed }: PickedResult): number {
  return failed ?? Math.max(0, (sent ?? completed) - completed);
}

/** Mean inputs of a request, as a whole number. */
export function itemsOf({ total_input_sequences: inputs, completed }: PickedResult): number {
  return Math.max(1, Math.round((inputs ?? completed) / Math.max(1, completed)));
}

/** With `--save-detailed`, from the times of each successful request; null without. */
function timesOfRequests(result: VllmResult, where: string): ChatSummaries | null {
  const { ttfts, itls, output_lens: lengths, errors, latencies } = result;
  if (typeof result.total_output_tokens !== "number") return wholeTimes(result, where);
  if (!ttfts || !itls || !lengths) return null;
  const lists = { itls, output_lens: lengths, errors, latencies };
  for (const [name, list] of Object.entries(lists)) {
    if (!list || list.length === ttfts.length) continue;
    refuse(`${where}${name}`, `has ${list.length} values, but ttfts has ${ttfts.length}.`);
  }
  const times = new ChatTimes();
  let successes = 0;
  ttfts.forEach((first, i) => {
    const gaps = itls[i] as number[];
    const length = lengths[i] as number;
    // Earlier versions have neither errors nor latencies; failed requests have no output there.
    if (errors ? errors[i] : length === 0) return;
    successes += 1;
    const whole = latencies?.[i] ?? gaps.reduce((sum, gap) => sum + gap, first);
    times.record("ttft", first * 1000);
    times.record("e2el", whole * 1000);
    if (length > 1) times.record("tpot", (Math.max(0, whole - first) * 1000) / (length - 1));
    for (const gap of gaps) times.record("itl", gap * 1000);
  });
  if (successes !== result.completed) {
    refuse(`${where}completed`, `is ${result.completed}, but ${successes} requests succeeded.`);
  }
  return times.summaries();
}

/** Of embeddings and reranks. */
function wholeTimes({ latencies, errors, completed }: VllmResult, where: string) {
  if (!latencies || !errors) return null;
  if (errors.length !== latencies.length)
    refuse(`${where}errors`, `has ${errors.length} values, but latencies has ${latencies.length}.`);
  const times = new ChatTimes();
  const successes = latencies.filter((_, i) => !errors[i]);
  for (const seconds of successes) times.record("e2el", seconds * 1000);
  if (successes.length !== completed)
    refuse(`${where}completed`, `is ${completed}, but ${successes.length} requests succeeded.`);
  return times.summaries();
}

function timesOfFigures(result: VllmResult): ChatSummaries {
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
  const [ttft, tpot, itl, e2el] = [
    summary("ttft"),
    summary("tpot"),
    summary("itl"),
    summary("e2el"),
  ];
  return { ttft, tpot, itl, e2el };
}

const MAX_MESSAGE = 500;

function failures({ errors }: VllmResult): ExperimentStep["failures"] {
  const counts = new FailureCounts();
  for (const error of errors ?? []) {
    // A traceback ends with what happened.
    const message = error?.trim().split("\n").at(-1)?.slice(0, MAX_MESSAGE);
    if (message) counts.add({ status: "UNKNOWN", message }, 1);
  }
  return counts.list();
}
