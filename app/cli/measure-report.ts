import type { ExperimentStep } from "../../main/contract/index.ts";
import type { MeasureFlags } from "./measure-flags.ts";

const usec = (ms: number | null) => (ms === null ? "too few requests" : `${micros(ms)} usec`);
const micros = (ms: number | null) => (ms === null ? "-" : String(Math.round(ms * 1000)));
const rate = (value: number) => value.toFixed(value < 100 ? 2 : 1);

/** `assumed`: shapes that were made up for inputs with dynamic dimensions. */
export function settingsReport(
  flags: MeasureFlags,
  assumed: Readonly<Record<string, readonly number[]>>,
): string {
  const wire = flags.wire === "http" ? "HTTP with binary tensors" : "gRPC";
  return [
    "*** Measurement Settings ***",
    `  Model: ${flags.model}${flags.modelVersion && ` version ${flags.modelVersion}`}, batch size ${flags.batchSize}`,
    `  Server: ${flags.address}, ${wire}`,
    `  Closed loop, ${flags.warmupSeconds * 1000} msec warm-up, ${flags.secondsPerStep * 1000} msec measured per concurrency`,
    `  ${flags.distinctInputs} different requests, seed ${flags.seed}`,
    ...Object.entries(assumed).map(
      ([name, shape]) =>
        `  Input '${name}' is dynamic: --shape ${name}:${shape.join(",")} is assumed`,
    ),
    "",
    "",
  ].join("\n");
}

/** In perf_analyzer's words and units. */
export function stepReport(step: ExperimentStep): string {
  const { latency } = step;
  const lines = [
    `Request concurrency: ${step.concurrency}`,
    "  Client:",
    `    Request count: ${step.successes}`,
    ...step.failures.map(
      ({ status, message, count }) => `    Failed request count: ${count} (${status}: ${message})`,
    ),
    `    Throughput: ${rate(step.inferencesPerSecond)} infer/sec`,
    `    Avg latency: ${usec(latency.meanMs)}`,
    `    p50 latency: ${usec(latency.p50Ms)}`,
    `    p90 latency: ${usec(latency.p90Ms)}`,
    `    p95 latency: ${usec(latency.p95Ms)}`,
    `    p99 latency: ${usec(latency.p99Ms)}`,
    ...serverLines(step.server),
  ];
  if (!step.complete) lines.push(`  Ended early, after ${step.seconds.toFixed(1)} s`);
  return `${lines.join("\n")}\n\n`;
}

function serverLines(server: ExperimentStep["server"]): string[] {
  if (!server) return ["  Server: its statistics are not available"];
  const batches = server.batches.map(([size, count]) => `${size}: ${count}`).join(", ");
  return [
    "  Server:",
    `    Inference count: ${server.inferences}`,
    `    Execution count: ${server.executions}`,
    `    Successful request count: ${server.requests}`,
    ...(server.failures > 0 ? [`    Failed request count: ${server.failures}`] : []),
    `    Avg request latency: ${micros(server.requestMs)} usec (queue ${micros(server.queueMs)} usec + compute input ${micros(server.computeInputMs)} usec + compute infer ${micros(server.computeInferMs)} usec + compute output ${micros(server.computeOutputMs)} usec)`,
    ...(batches ? [`    Executions by batch size: ${batches}`] : []),
    ...(server.cacheHits + server.cacheMisses > 0
      ? [`    Cache hits: ${server.cacheHits}, misses: ${server.cacheMisses}`]
      : []),
  ];
}

export function summaryReport(steps: readonly ExperimentStep[]): string {
  return [
    "Inferences/Second vs. Client Average Batch Latency",
    ...steps.map(
      ({ concurrency, inferencesPerSecond, latency }) =>
        `Concurrency: ${concurrency}, throughput: ${rate(inferencesPerSecond)} infer/sec, latency ${micros(latency.meanMs)} usec`,
    ),
    "",
  ].join("\n");
}
