import { StatusError } from "../../../base/status-error.ts";
import type { Arrivals, ChatSource, ExperimentStep } from "../../contract/index.ts";
import { chatExperiment, type ImportedRequests } from "./chat-experiment.ts";
import { type NewImportedExperiment, refuse, shown } from "./imported.ts";
import { checked } from "./schema-complaint.ts";
import { failedOf, itemsOf, stepOfResult } from "./vllm-bench-step.ts";
import { type VllmResult, vllmResult } from "./vllm-bench-result.ts";

const NOTE =
  "Imported from a result of vllm bench serve: times are from sending, tokens as vLLM's client counted them, and nothing is known of the machine, warm-up and lateness.";

/** Whether the text has results of `vllm bench serve`, whatever the order of their fields. */
export const isVllmBench = (text: string): boolean =>
  /"request_throughput"\s*:/.test(text) && /"total_token_throughput"\s*:/.test(text);

interface Result {
  /** Prefix of a field's name: "line 2: " if there are several lines. */
  readonly where: string;
  readonly result: VllmResult;
}

/** Reads a result of `vllm bench serve --save-result`, or several, one per line, of `--append-result`. */
export function readVllmBench(text: string, fileName: string, now: number): NewImportedExperiment {
  const results = parse(text);
  const [first] = results as [Result, ...Result[]];
  const kind = loadOf(first.result).kind;
  const steps = results.map(({ where, result }) => {
    const load = loadOf(result);
    if (result.model_id !== first.result.model_id) {
      refuse(`${where}model_id`, `is ${shown(result.model_id)}; all results must be of one model.`);
    }
    if (load.kind !== kind) {
      refuse(
        `${where}request_rate`,
        `is ${shown(result.request_rate)}; results with a rate and without one can't be in one file.`,
      );
    }
    if (kindOf(result) !== kindOf(first.result))
      refuse(
        `${where}total_output_tokens`,
        "can't be in some results of a file alone: embeddings and reranks have none.",
      );
    const startedAt = endOf(result, now) - result.duration * 1000;
    return stepOfResult(result, load, { where, startedAt, note: NOTE });
  });
  const source = {
    name: first.result.label || fileName.replace(/\.jsonl?$/i, "") || "vllm bench serve",
    fileName,
    tool: "vllm bench serve",
    note: NOTE,
    model: first.result.model_id,
    requests: requestsOf(first.result),
    arrivals: toArrivals(first.result.burstiness ?? 1),
  };
  return chatExperiment(source, steps as [ExperimentStep, ...ExperimentStep[]]);
}

/** Backends of embeddings and reranks (ASYNC_REQUEST_FUNCS), whose results have no output tokens. */
const POOLING = /embed|pooling|rerank/;

function kindOf({ total_output_tokens: tokens, backend }: VllmResult): ImportedRequests["kind"] {
  if (typeof tokens === "number") return "chat";
  return backend?.includes("rerank") ? "rerank" : "embeddings";
}

function requestsOf(result: VllmResult): ImportedRequests {
  const kind = kindOf(result);
  if (kind !== "chat") return { kind, items: itemsOf(result) };
  return { kind, endpoint: endpointOf(result.backend ?? ""), streamed: true };
}

function endpointOf(backend: string): ChatSource["endpoint"] {
  if (backend.includes("responses")) return "responses";
  return backend.includes("chat") ? "chat" : "completions";
}

const MAX_RESULTS = 1000;

function parse(text: string): [Result, ...Result[]] {
  const whole = parsed(text);
  if (!(whole instanceof Error)) return [toResult(whole, "")];
  const lines = text
    .split("\n")
    .flatMap((line, i) => (line.trim() ? [[line, i + 1] as const] : []));
  if (lines.length > MAX_RESULTS) {
    refuse("it", `has ${lines.length} lines; at most ${MAX_RESULTS} results are read.`);
  }
  const [first, ...rest] = lines.map(([line, number]) => {
    const value = parsed(line);
    if (!(value instanceof Error)) return toResult(value, `line ${number}: `);
    throw new StatusError(
      "INVALID_ARGUMENT",
      `${lines.length === 1 ? "it" : `line ${number}`} is not JSON: ${value.message}.`,
      { cause: value },
    );
  });
  return [first as Result, ...rest];
}

function toResult(value: unknown, where: string): Result {
  const raw = typeof value === "object" && value !== null ? value : {};
  // Its name in earlier versions.
  const goodput = (raw as Record<string, unknown>)["request_goodput:"];
  const given = goodput === undefined ? value : { ...raw, request_goodput: goodput };
  const result = checked(vllmResult, given, where);
  const { total_output_tokens: tokens, backend } = result;
  if (typeof tokens !== "number" && !POOLING.test(backend ?? ""))
    refuse(
      `${where}total_output_tokens`,
      `is missing, which only results of embeddings and reranks lack; backend is ${shown(backend)}.`,
    );
  return { where, result };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
}

/** Requests without a rate are held by the limit of concurrent ones, or all sent at once. */
function loadOf({ request_rate: rate, max_concurrency: most, ...result }: VllmResult): {
  kind: "rate" | "concurrency";
  value: number;
} {
  if (typeof rate === "number") return { kind: "rate", value: rate };
  const requests = result.completed + failedOf(result);
  return { kind: "concurrency", value: Math.max(1, Math.min(most ?? requests, requests)) };
}

/** "20261124-093012", of the machine's own time, when the result was written. */
function endOf({ date }: VllmResult, now: number): number {
  const parts = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/.exec(date ?? "");
  if (!parts) return now;
  const [year, month, ...rest] = parts.slice(1).map(Number) as [number, number, ...number[]];
  return new Date(year, month - 1, ...(rest as [number])).getTime();
}

const toArrivals = (burstiness: number): Arrivals =>
  burstiness === 1
    ? { kind: "poisson" }
    : { kind: "gamma", burstiness: Math.min(100, Math.max(0.01, burstiness)) };
