import { z } from "zod";
import type { ExperimentStep } from "../../contract/index.ts";
import { FailureCounts } from "../generator/failure-counts.ts";
import { chatExperiment, type ImportedRequests } from "./chat-experiment.ts";
import { answersOf, chatStep } from "./chat-step.ts";
import { ChatTimes } from "./chat-times.ts";
import { type NewImportedExperiment, refuse } from "./imported.ts";
import { checked } from "./schema-complaint.ts";

const NOTE =
  "Imported from AIPerf's records: times are from sending, the load is the most requests at once, tokens are as AIPerf counted them, and nothing is known of the model, machine, plan and lateness.";
const MAX_RECORDS = 200_000;
const MAX_MESSAGE = 500;

/** Epoch, ns; exact to a fraction of a µs. */
const instant = z.number().min(0).max(4e18);
const time = z.object({ value: z.number().min(0).max(86_400_000), unit: z.literal("ms") });
const gaps = z.object({
  value: z.array(z.number().min(0).max(86_400_000)).max(1_000_000),
  unit: z.literal("ms"),
});
const tokens = z.object({ value: z.number().int().min(0).max(1e9) });

/** One request (ai-dynamo/aiperf, src/aiperf/common/models/record_models.py, MetricRecordInfo; see ../export/SPEC.md). */
const record = z.looseObject({
  metadata: z.looseObject({
    request_start_ns: instant,
    request_end_ns: instant,
    benchmark_phase: z.string(),
    was_cancelled: z.boolean().nullish(),
  }),
  metrics: z.looseObject({
    request_latency: time.nullish(),
    time_to_first_token: time.nullish(),
    inter_token_latency: time.nullish(),
    inter_chunk_latency: gaps.nullish(),
    input_sequence_length: tokens.nullish(),
    output_sequence_length: tokens.nullish(),
  }),
  error: z.looseObject({ message: z.string().nullish(), type: z.string().nullish() }).nullish(),
});
type AiperfRecord = z.infer<typeof record>;

/** Whether the text is AIPerf's profile_export.jsonl. */
export const isAiperf = (text: string): boolean =>
  /"request_start_ns"\s*:/.test(text) && /"benchmark_phase"\s*:/.test(text);

/** Reads the measured requests of AIPerf's profile_export.jsonl as one step. */
export function readAiperf(text: string, fileName: string): NewImportedExperiment {
  const { step, requests } = readRecords(text, NOTE, null);
  return chatExperiment(
    {
      name: fileName.replace(/\.jsonl?$/i, "") || "AIPerf",
      fileName,
      tool: "AIPerf",
      note: NOTE,
      model: "unknown",
      requests,
      arrivals: { kind: "constant" },
    },
    [step],
  );
}

/** What the run's summary says; without it the load is the max number of concurrent requests. */
interface Sent {
  readonly load: ExperimentStep["load"];
  readonly requests: ImportedRequests;
}

export const stepOfRecords = (text: string, note: string, sent: Sent): ExperimentStep =>
  readRecords(text, note, sent).step;

function readRecords(text: string, note: string, sent: Sent | null) {
  const measured = parse(text).filter(({ metadata }) => metadata.benchmark_phase === "profiling");
  if (measured.length === 0) refuse("it", "has no records of the phase 'profiling'.");
  const requests = sent?.requests ?? requestsOf(measured);
  return { requests, step: toStep(measured, { load: sent?.load ?? null, requests }, note) };
}

/** Records don't name the endpoint: streams have first tokens, and embeddings no output. */
function requestsOf(records: readonly AiperfRecord[]): ImportedRequests {
  const some = (name: keyof AiperfRecord["metrics"]) =>
    records.some(({ metrics }) => Boolean(metrics[name]));
  if (!some("request_latency") || some("output_sequence_length"))
    return { kind: "chat", endpoint: "chat", streamed: some("time_to_first_token") };
  return { kind: "embeddings", items: 1 };
}

function parse(text: string): AiperfRecord[] {
  const lines = text.split("\n");
  const records: AiperfRecord[] = [];
  lines.forEach((line, i) => {
    if (line.trim() === "") return;
    if (records.length === MAX_RECORDS) refuse("it", `has over ${MAX_RECORDS} records.`);
    records.push(checked(record, parsed(line, i + 1), `line ${i + 1}: `));
  });
  return records;
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    return refuse(`line ${number}`, `is not JSON: ${(error as Error).message}.`);
  }
}

function toStep(
  records: readonly AiperfRecord[],
  { load, requests }: { load: ExperimentStep["load"] | null; requests: ImportedRequests },
  note: string,
): ExperimentStep {
  const times = new ChatTimes();
  const failures = new FailureCounts();
  const counts = { successes: 0, cancelled: 0, failed: 0, outputTokens: 0, promptTokens: 0 };
  let from = Number.POSITIVE_INFINITY;
  let until = 0;
  for (const { metadata, metrics, error } of records) {
    from = Math.min(from, metadata.request_start_ns);
    until = Math.max(until, metadata.request_end_ns);
    const { request_latency: whole } = metrics;
    if (error || !whole) {
      const message = (error?.message || error?.type || "no request_latency").slice(0, MAX_MESSAGE);
      counts[metadata.was_cancelled ? "cancelled" : "failed"] += 1;
      failures.add({ status: metadata.was_cancelled ? "CANCELLED" : "UNKNOWN", message });
      continue;
    }
    counts.successes += 1;
    counts.outputTokens += metrics.output_sequence_length?.value ?? 0;
    counts.promptTokens += metrics.input_sequence_length?.value ?? 0;
    times.record("e2el", whole.value);
    if (metrics.time_to_first_token) times.record("ttft", metrics.time_to_first_token.value);
    if (metrics.inter_token_latency) times.record("tpot", metrics.inter_token_latency.value);
    for (const gap of metrics.inter_chunk_latency?.value ?? []) times.record("itl", gap);
  }
  const seconds = (until - from) / 1e9;
  if (!(seconds > 0)) refuse("it", "has no time between its first start and its last end.");
  const summaries = times.summaries();
  return chatStep({
    load: load ?? { kind: "concurrency", value: mostAtOnce(records) },
    startedAt: from / 1e6,
    seconds,
    successes: counts.successes,
    requestsPerSecond: counts.successes / seconds,
    goodput: null,
    outcomes: { cancelled: counts.cancelled, failed: counts.failed },
    failures: failures.list(),
    times: summaries,
    pieces: summaries.ttft.count + summaries.itl.count,
    ...answersOf(requests, counts.outputTokens),
    promptTokens: counts.promptTokens,
    note,
  });
}

function mostAtOnce(records: readonly AiperfRecord[]): number {
  const changes = records
    .flatMap(({ metadata: { request_start_ns: start, request_end_ns: end } }) => [
      [start, 1] as const,
      [end, -1] as const,
    ])
    .sort(([a, up], [b, down]) => a - b || up - down);
  let [now, most] = [0, 1];
  for (const [, change] of changes) {
    now += change;
    most = Math.max(most, now);
  }
  return most;
}
