import type { ExperimentStep, Percentile, RunVerdict } from "../../contract/index.ts";
import { NO_HEALTH } from "../generator/health.ts";
import type { PerfAnalyzerRow } from "./perf-analyzer-row.ts";

/** A line as a step, with columns of our own CSV, such as counts and intervals, if present. */
export function stepOfRow(
  row: PerfAnalyzerRow,
  { kind, column }: { kind: "concurrency" | "rate"; column: string },
  { startedAt, note }: { startedAt: number; note: string },
): ExperimentStep {
  const value = kind === "concurrency" ? row.count(column, 1_000_000) : row.required(column);
  const inferencesPerSecond = row.required("Inferences/Second");
  const successes = row.number("Successful Requests") ?? 0;
  const response = latency(row, successes);
  const count = (name: string) => row.number(name) ?? 0;
  return {
    load: { kind, value },
    candidate: null,
    replicate: null,
    startedAt,
    seconds: count("Measured Seconds"),
    complete: row.text("Complete") !== "no",
    warmup: { seconds: 0, words: "unknown", settled: true },
    requestsPerSecond: row.number("Requests/Second") ?? inferencesPerSecond,
    inferencesPerSecond,
    goodput: row.number("Goodput"),
    successes,
    outcomes: {
      rejected: count("Rejected"),
      timedOut: count("Timed Out"),
      cancelled: count("Cancelled"),
      failed: count("Failed"),
      wrong: count("Wrong"),
      unfinished: count("Unfinished"),
    },
    failures: [],
    response,
    service: service(row, response),
    windows: [],
    server: serverSplit(row),
    machine: null,
    chat: null,
    reconciliation: [],
    generator: { ...NO_HEALTH, cpu: count("Generator CPU") },
    otherCpu: null,
    certificate: null,
    verdict: judgeRow(row, note),
    events: [],
  };
}

function latency(row: PerfAnalyzerRow, count: number): ExperimentStep["response"] {
  const percentile = (name: string): Percentile => {
    const value = row.ms(`${name} latency`);
    if (value === null) return null;
    return { value, low: row.ms(`${name} low`) ?? value, high: row.ms(`${name} high`) ?? value };
  };
  return {
    count,
    mean: row.ms("Avg latency") ?? sumOfParts(row),
    min: null,
    max: null,
    p50: percentile("p50"),
    p90: percentile("p90"),
    p95: percentile("p95"),
    p99: percentile("p99"),
    p999: percentile("p99.9"),
    histogram: "",
  };
}

/** Our own CSV has it separately; perf_analyzer's times are always from sending. */
function service(
  row: PerfAnalyzerRow,
  response: ExperimentStep["response"],
): ExperimentStep["service"] {
  if (!row.has("Avg service")) return response;
  const percentile = (name: string): Percentile => {
    const value = row.ms(`${name} service`);
    return value === null ? null : { value, low: value, high: value };
  };
  return {
    ...response,
    mean: row.ms("Avg service"),
    p50: percentile("p50"),
    p90: percentile("p90"),
    p95: percentile("p95"),
    p99: percentile("p99"),
    p999: percentile("p99.9"),
  };
}

const PARTS = [
  "Client Send",
  "Network+Server Send/Recv",
  "Server Queue",
  "Server Compute Input",
  "Server Compute Infer",
  "Server Compute Output",
  "Client Recv",
];

/** Without --verbose-csv the mean is missing, but its parts are there. */
function sumOfParts(row: PerfAnalyzerRow): number | null {
  const parts = PARTS.map((name) => row.ms(name));
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

function serverSplit(row: PerfAnalyzerRow): ExperimentStep["server"] {
  const queueMs = row.ms("Server Queue");
  if (queueMs === null) return null;
  return {
    seconds: 0,
    requests: 0,
    failures: 0,
    inferences: 0,
    executions: row.number("Server Executions") ?? 0,
    meanBatch: row.number("Server Mean Batch Size"),
    queueMs,
    computeInputMs: row.ms("Server Compute Input"),
    computeInferMs: row.ms("Server Compute Infer"),
    computeOutputMs: row.ms("Server Compute Output"),
    requestMs: null,
    cacheHits: row.number("Server Cache Hits") ?? 0,
    cacheMisses: row.number("Server Cache Misses") ?? 0,
    cacheHitMs: row.ms("Server Cache Hit"),
    cacheMissMs: row.ms("Server Cache Miss"),
    batches: [],
  };
}

/** What our own CSV reports of the measurement; perf_analyzer's reports nothing. */
function judgeRow(row: PerfAnalyzerRow, note: string): RunVerdict {
  const reason = (severity: "invalid" | "note", text: string) => ({
    id: "import",
    severity,
    text,
    value: null,
    limit: null,
  });
  const invalid = row.text("Verdict") === "INVALID";
  const words = row.text("Reasons") || "As reported in its file.";
  return {
    verdict: invalid ? "invalid" : "valid",
    reasons: [...(invalid ? [reason("invalid", words)] : []), reason("note", note)],
  };
}
