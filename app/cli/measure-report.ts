import type { ExperimentStep } from "../../main/contract/index.ts";
import type { PlannedStep } from "../../main/lab/measuring.ts";
import { chatLines } from "./measure-chat.ts";
import { latencyFigure, percentileOf, rate, usec, withInterval } from "./measure-figures.ts";
import { metricsLines } from "./measure-metrics.ts";
import type { Pass } from "./measure-stability.ts";
import type { Measured, MeasuredStep } from "./measure-steps.ts";

const PERCENTILES = [50, 90, 95, 99];

export function stepHeading({ load: { shown } }: PlannedStep): string {
  return shown.kind === "concurrency"
    ? `Request concurrency: ${shown.value}\n`
    : `Request Rate: ${Number(shown.value.toPrecision(6))} inference requests per second\n`;
}

/** One window, in perf_analyzer's words. */
export function passReport(pass: Pass, index: number, percentile: number | null): string {
  const latency = percentile === null ? "Avg latency" : `p${percentile} latency`;
  return `  Pass [${index}] throughput: ${rate(pass.throughput)} infer/sec. ${latency}: ${usec(pass.latency)} usec\n`;
}

/** In perf_analyzer's words and units. */
export function stepReport({ step, isStable }: MeasuredStep, percentile: number | null): string {
  const { response, service, certificate } = step;
  const percentiles =
    percentile === null ? PERCENTILES : [...new Set([...PERCENTILES, percentile])];
  const lines = [
    "  Client:",
    `    Request count: ${step.successes}`,
    ...step.failures.map(
      ({ status, message, count }) => `    Failed request count: ${count} (${status}: ${message})`,
    ),
    `    Throughput: ${rate(step.inferencesPerSecond)} ${unitOf(step)}`,
    ...(step.goodput === null ? [] : [`    Goodput: ${rate(step.goodput)} ${unitOf(step)}`]),
    `    Avg latency: ${response.mean === null ? "too few requests" : `${usec(response.mean)} usec`}`,
    ...percentiles
      .sort((a, b) => a - b)
      .map((each) => `    p${each} latency: ${withInterval(percentileOf(response, each))}`),
    ...(step.load.kind === "rate"
      ? [`    Avg service time, from sending: ${usec(service.mean)} usec`]
      : []),
    ...chatLines(step.chat),
    ...(step.chat ? [] : serverLines(step.server)),
    ...metricsLines(step.machine),
    ...step.reconciliation.flatMap(({ difference }) => (difference ? [`  ${difference}`] : [])),
    `  Warm-up: ${step.warmup.seconds.toFixed(1)} s, ${step.warmup.words}`,
    ...(certificate ? [`  Certificate: ${certificate.words}`] : []),
    ...step.verdict.reasons.map(
      ({ id, severity, text }) =>
        `  ${severity === "invalid" ? "Invalid" : "Note"}: ${text} [${id}]`,
    ),
    ...(isStable === false ? ["  Failed to obtain stable measurement."] : []),
    ...(step.complete ? [] : [`  Ended early, after ${step.seconds.toFixed(1)} s`]),
  ];
  return `${lines.join("\n")}\n\n`;
}

const unitOf = ({ chat }: ExperimentStep) => (chat ? "requests/sec" : "infer/sec");

function serverLines(server: ExperimentStep["server"]): string[] {
  if (!server) return ["  Server: its statistics are not available"];
  const batches = server.batches.map(([size, count]) => `${size}: ${count}`).join(", ");
  return [
    "  Server:",
    `    Inference count: ${server.inferences}`,
    `    Execution count: ${server.executions}`,
    ...(server.cacheHits + server.cacheMisses > 0
      ? [`    Cache hit count: ${server.cacheHits}`, `    Cache miss count: ${server.cacheMisses}`]
      : []),
    `    Successful request count: ${server.requests}`,
    ...(server.failures > 0 ? [`    Failed request count: ${server.failures}`] : []),
    `    Avg request latency: ${usec(server.requestMs)} usec (queue ${usec(server.queueMs)} usec + compute input ${usec(server.computeInputMs)} usec + compute infer ${usec(server.computeInferMs)} usec + compute output ${usec(server.computeOutputMs)} usec)`,
    ...(batches ? [`    Executions by batch size: ${batches}`] : []),
  ];
}

export function summaryReport({ steps, search }: Measured, percentile: number | null): string {
  const latency = percentile === null ? "Average" : `p${percentile}`;
  return [
    `Inferences/Second vs. Client ${latency} Batch Latency`,
    ...steps.map(({ step, isStable }) => {
      const { load, inferencesPerSecond, verdict } = step;
      const name = load.kind === "concurrency" ? "Concurrency" : "Request Rate";
      const value = latencyFigure(step, percentile);
      const tokens = step.chat ? `, ${rate(step.chat.outputTokensPerSecond)} tokens/sec` : "";
      const marks = [
        ...(verdict.verdict === "invalid" ? ["invalid"] : []),
        ...(isStable === false ? ["not stable"] : []),
      ];
      return `${name}: ${Number(load.value.toPrecision(6))}, throughput: ${rate(inferencesPerSecond)} ${unitOf(step)}${tokens}, latency ${usec(value)} usec${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
    }),
    ...(search ? [search.words] : []),
    "",
  ].join("\n");
}
