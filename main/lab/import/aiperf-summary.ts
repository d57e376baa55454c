import { StatusError } from "../../../base/status-error.ts";
import type {
  Arrivals,
  ChatSource,
  ExperimentStep,
  LatencySummary,
  Percentile,
} from "../../contract/index.ts";
import { FailureCounts } from "../generator/failure-counts.ts";
import {
  type AiperfDocument,
  aiperfDocument,
  type AiperfPhase,
  type AiperfTimes,
} from "./aiperf-document.ts";
import { stepOfRecords } from "./aiperf-records.ts";
import { chatExperiment, type ImportedRequests } from "./chat-experiment.ts";
import { answersOf, chatStep } from "./chat-step.ts";
import { type NewImportedExperiment, refuse } from "./imported.ts";
import { checked } from "./schema-complaint.ts";

const NOTE =
  "Imported from AIPerf's summary: times are from sending, tokens as AIPerf counted them, and nothing is known of the machine and lateness.";
const PAIR_NOTE = `${NOTE} The times are those of its records.`;
const MAX_MESSAGE = 500;

/** Whether the text is AIPerf's profile_export_aiperf.json. */
export const isAiperfSummary = (text: string): boolean =>
  /"request_latency"\s*:/.test(text) && /"input_config"\s*:/.test(text);

/** `records`: text of the run's profile_export.jsonl, which has the times of single requests. */
export function readAiperfSummary(
  text: string,
  fileName: string,
  { now, records }: { now: number; records?: string },
): NewImportedExperiment {
  const document = checked(aiperfDocument, parse(text));
  const { models, endpoint, phases } = document.input_config;
  const phase = (phases ?? []).find(({ kind }) => (kind ?? "profiling") === "profiling") ?? null;
  const load = loadOf(phase, document);
  const requests = requestsOf(document);
  const of = { load, requests };
  const step =
    records === undefined ? stepOf(document, of, now) : stepOfPair(document, of, records);
  const note = records === undefined ? NOTE : PAIR_NOTE;
  return chatExperiment(
    {
      name: fileName.replace(/\.json$/i, "") || "AIPerf",
      fileName,
      tool: "AIPerf",
      note,
      model: models?.items[0]?.name ?? endpoint?.model_names?.[0] ?? "unknown",
      requests,
      arrivals: arrivalsOf(phase),
    },
    [step],
  );
}

/** Endpoints of AIPerf's plugins (plugin/plugins.yaml): `embeddings`, `nim_embeddings`; `cohere_rankings` and others. */
function requestsOf({ input_config: config, time_to_first_token: first }: AiperfDocument) {
  const { endpoint, datasets } = config;
  const type = endpoint?.type ?? "";
  const { prompts, rankings } = datasets?.[0] ?? {};
  const whole = (items: number | null | undefined) => Math.max(1, Math.round(items ?? 1));
  if (type.endsWith("rankings")) {
    const { value, mean } = rankings?.passages ?? {};
    return { kind: "rerank", items: whole(value ?? mean) } satisfies ImportedRequests;
  }
  if (type.endsWith("embeddings"))
    return { kind: "embeddings", items: whole(prompts?.batch_size) } satisfies ImportedRequests;
  return {
    kind: "chat",
    endpoint: toEndpoint(type),
    streamed: endpoint?.streaming ?? Boolean(first),
  } satisfies ImportedRequests;
}

const toEndpoint = (type: string): ChatSource["endpoint"] =>
  type === "completions" || type === "responses" ? type : "chat";

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StatusError("INVALID_ARGUMENT", `it is not JSON: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** A phase without a rate or a concurrency, such as a replayed schedule, has the rate that it achieved. */
function loadOf(phase: AiperfPhase | null, document: AiperfDocument): ExperimentStep["load"] {
  if (typeof phase?.rate === "number") return { kind: "rate", value: phase.rate };
  if (typeof phase?.concurrency === "number")
    return { kind: "concurrency", value: phase.concurrency };
  return { kind: "rate", value: document.request_throughput.avg };
}

function arrivalsOf(phase: AiperfPhase | null): Arrivals {
  if (phase?.type === "poisson") return { kind: "poisson" };
  if (phase?.type !== "gamma") return { kind: "constant" };
  return { kind: "gamma", burstiness: Math.min(100, Math.max(0.01, phase.smoothness ?? 1)) };
}

interface Sent {
  readonly load: ExperimentStep["load"];
  readonly requests: ImportedRequests;
}

function stepOf(document: AiperfDocument, { load, requests }: Sent, now: number): ExperimentStep {
  const successes = Math.round(document.request_count.avg);
  const seconds =
    document.benchmark_duration?.avg ?? successes / (document.request_throughput.avg || 1);
  if (!(seconds > 0)) refuse("benchmark_duration", "is missing or 0.");
  const ofRequests = (times: AiperfTimes | null | undefined) => summaryOf(times, successes);
  return chatStep({
    load,
    startedAt: startOf(document) ?? now - seconds * 1000,
    seconds,
    successes,
    requestsPerSecond: document.request_throughput.avg,
    goodput: document.goodput?.avg ?? null,
    outcomes: { failed: Math.round(document.error_request_count?.avg ?? 0) },
    failures: failuresOf(document),
    times: {
      e2el: ofRequests(document.request_latency),
      ttft: ofRequests(document.time_to_first_token),
      tpot: ofRequests(document.inter_token_latency),
      itl: ofRequests(document.inter_chunk_latency),
    },
    pieces: null,
    ...answersOf(
      requests,
      Math.round((document.total_osl ?? document.total_output_tokens)?.avg ?? 0),
    ),
    promptTokens: Math.round(document.total_isl?.avg ?? 0),
    note: NOTE,
  });
}

/** Its load, kind of requests and goodput are the summary's. */
function stepOfPair(document: AiperfDocument, sent: Sent, records: string): ExperimentStep {
  const step = stepOfRecords(records, PAIR_NOTE, sent);
  const successes = Math.round(document.request_count.avg);
  if (step.successes !== successes)
    refuse(
      "request_count",
      `is ${successes}, but the records hold ${step.successes} successes: they are of another run.`,
    );
  return { ...step, goodput: document.goodput?.avg ?? null };
}

/** Local time if it has no time zone. */
function startOf({ start_time: text }: AiperfDocument): number | null {
  const ms = text ? Date.parse(text) : Number.NaN;
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

function summaryOf(times: AiperfTimes | null | undefined, successes: number): LatencySummary {
  const percentile = (value: number | null | undefined): Percentile =>
    typeof value === "number" ? { value, low: value, high: value } : null;
  return {
    count: times ? (times.count ?? successes) : 0,
    mean: times?.avg ?? null,
    min: times?.min ?? null,
    max: times?.max ?? null,
    p50: percentile(times?.p50),
    p90: percentile(times?.p90),
    p95: percentile(times?.p95),
    p99: percentile(times?.p99),
    p999: null,
    histogram: "",
  };
}

function failuresOf({ error_summary: errors }: AiperfDocument): ExperimentStep["failures"] {
  const counts = new FailureCounts();
  for (const { error_details: details, count } of errors ?? []) {
    const message = (details.message || details.type || "an error without a message").slice(
      0,
      MAX_MESSAGE,
    );
    if (count > 0) counts.add({ status: "UNKNOWN", message }, count);
  }
  return counts.list();
}
