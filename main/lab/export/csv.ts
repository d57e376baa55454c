import type { ExperimentStep } from "../../contract/index.ts";

type Value = string | number | null;

const micros = (ms: number | null) => (ms === null ? null : Math.round(ms * 1000));

/**
 * perf_analyzer's columns where it has them, latencies in µs. What it splits into sending and receiving on
 * the client is not told apart here and stays 0; what lies between client and server is "Network+Server".
 */
const COLUMNS: readonly [name: string, value: (step: ExperimentStep) => Value][] = [
  ["Concurrency", (step) => step.concurrency],
  ["Inferences/Second", (step) => rounded(step.inferencesPerSecond)],
  ["Client Send", () => 0],
  ["Network+Server Send/Recv", networkMicros],
  ["Server Queue", ({ server }) => micros(server?.queueMs ?? null)],
  ["Server Compute Input", ({ server }) => micros(server?.computeInputMs ?? null)],
  ["Server Compute Infer", ({ server }) => micros(server?.computeInferMs ?? null)],
  ["Server Compute Output", ({ server }) => micros(server?.computeOutputMs ?? null)],
  ["Client Recv", () => 0],
  ["p50 latency", ({ latency }) => micros(latency.p50Ms)],
  ["p90 latency", ({ latency }) => micros(latency.p90Ms)],
  ["p95 latency", ({ latency }) => micros(latency.p95Ms)],
  ["p99 latency", ({ latency }) => micros(latency.p99Ms)],
  ["Avg latency", ({ latency }) => micros(latency.meanMs)],
  ["Requests/Second", (step) => rounded(step.requestsPerSecond)],
  ["Successful Requests", (step) => step.successes],
  ["Failed Requests", failures],
  ["Measured Seconds", (step) => rounded(step.seconds)],
  ["Complete", ({ complete }) => (complete ? "yes" : "no")],
  ["Server Mean Batch Size", ({ server }) => rounded(server?.meanBatch ?? null)],
  ["Server Executions", ({ server }) => server?.executions ?? null],
  ["Server Cache Hits", ({ server }) => server?.cacheHits ?? null],
  ["Server Cache Misses", ({ server }) => server?.cacheMisses ?? null],
  ["Generator CPU", (step) => rounded(step.generatorCpu)],
];

/** One line per step, in the order measured. RFC 4180, except that lines end in LF; unknown values are empty. */
export function stepsCsv(steps: readonly ExperimentStep[]): string {
  const lines = [
    COLUMNS.map(([name]) => name),
    ...steps.map((step) => COLUMNS.map(([, value]) => value(step) ?? "")),
  ];
  return `${lines.map((line) => line.join(",")).join("\n")}\n`;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000;
}

function failures(step: ExperimentStep): number {
  return step.failures.reduce((sum, { count }) => sum + count, 0);
}

/** Mean latency less what the server accounts for. */
function networkMicros({ latency, server }: ExperimentStep): number | null {
  if (latency.meanMs === null || server === null || server.requestMs === null) return null;
  return Math.max(0, Math.round((latency.meanMs - server.requestMs) * 1000));
}
