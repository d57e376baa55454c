import type { Experiment, ExperimentStep } from "../../contract/index.ts";
import { csvLine } from "./csv-cell.ts";
import { chatColumns } from "./csv-chat-columns.ts";
import { type Column, micros, ownColumns, percentileColumn } from "./csv-columns.ts";
import { gpuColumns } from "./csv-gpu-columns.ts";

/**
 * One line per step: perf_analyzer's columns by its names, in its order and units (µs), lines by ascending throughput
 * as it has them, then columns of our own. What is not known is empty. RFC 4180, except that lines end in LF.
 * `percentile`: one that was asked for; by default the objective's.
 */
export function experimentCsv(
  { plan, steps }: Pick<Experiment, "plan" | "steps">,
  percentile = plan.objective?.percentile,
): string {
  const columns = [
    ...perfAnalyzerColumns(steps, plan.load.kind === "concurrency", percentile),
    ...ownColumns(plan),
    ...chatColumns(steps),
  ];
  const sorted = steps.toSorted((a, b) => a.inferencesPerSecond - b.inferencesPerSecond);
  const lines = [
    columns.map(([name]) => name),
    ...sorted.map((step) => columns.map(([, value]) => value(step))),
  ];
  return `${lines.map(csvLine).join("\n")}\n`;
}

const INTEGER_PERCENTILES = [50, 90, 95, 99];

/**
 * As perf_analyzer's report_writer.cc has them: the server's only with its statistics, the cache's only with a cache,
 * the GPUs' only where one was seen.
 */
function perfAnalyzerColumns(
  steps: readonly ExperimentStep[],
  isClosedLoop: boolean,
  extra: number | undefined,
): Column[] {
  const hasServer = steps.some(({ server }) => server !== null);
  const hasCache = steps.some(({ server }) => server !== null && hasLookups(server));
  const percentiles =
    Number.isInteger(extra) && !INTEGER_PERCENTILES.includes(extra as number)
      ? [...INTEGER_PERCENTILES, extra as number].sort((a, b) => a - b)
      : INTEGER_PERCENTILES;
  const server = (name: string, ms: (split: Split) => number | null): Column => [
    name,
    (step) => micros(step.server && ms(step.server)),
  ];
  return [
    [isClosedLoop ? "Concurrency" : "Request Rate", ({ load }) => load.value],
    ["Inferences/Second", (step) => step.inferencesPerSecond],
    ["Client Send", () => 0],
    ...(hasServer
      ? [
          ["Network+Server Send/Recv", networkMicros] as Column,
          server("Server Queue", ({ queueMs }) => queueMs),
          server("Server Compute Input", ({ computeInputMs }) => computeInputMs),
          server("Server Compute Infer", ({ computeInferMs }) => computeInferMs),
          server("Server Compute Output", ({ computeOutputMs }) => computeOutputMs),
        ]
      : []),
    ...(hasCache
      ? [
          server("Server Cache Hit", ({ cacheHitMs }) => cacheHitMs ?? 0),
          server("Server Cache Miss", ({ cacheMissMs }) => cacheMissMs ?? 0),
        ]
      : []),
    ["Client Recv", () => 0],
    ...percentiles.map(percentileColumn),
    ...gpuColumns(steps),
  ];
}

type Split = NonNullable<ExperimentStep["server"]>;

const hasLookups = ({ cacheHits, cacheMisses }: Split) => cacheHits + cacheMisses > 0;

/** Mean time from sending less what the server accounts for. */
function networkMicros({ service, server }: ExperimentStep): number | null {
  if (service.mean === null || server === null || server.queueMs === null) return null;
  const accounted = [
    server.queueMs,
    server.computeInputMs,
    server.computeInferMs,
    server.computeOutputMs,
    server.cacheHitMs,
    server.cacheMissMs,
  ].reduce<number>((sum, ms) => sum + (ms ?? 0), 0);
  return micros(Math.max(0, service.mean - accounted));
}
