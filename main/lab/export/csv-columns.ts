import type { ExperimentPlan, ExperimentStep, LatencySummary } from "../../contract/index.ts";
import { decodeHistogram, percentileWithInterval } from "../statistics/index.ts";
import type { Cell } from "./csv-cell.ts";
import { listReasons, verdictWord } from "./verdict-text.ts";

export type Column = readonly [name: string, value: (step: ExperimentStep) => Cell];

export const micros = (ms: number | null) => (ms === null ? null : Math.round(ms * 1000));

const NAMED = [
  ["p50", "p50"],
  ["p90", "p90"],
  ["p95", "p95"],
  ["p99", "p99"],
  ["p99.9", "p999"],
] as const;

/** Response times, from the scheduled instant. */
export function percentileColumn(percentile: number): Column {
  const key = `p${percentile}` as "p50" | "p90" | "p95" | "p99";
  return [
    `p${percentile} latency`,
    ({ response }) =>
      key in response
        ? micros(response[key]?.value ?? null)
        : fromHistogram(response.histogram, percentile),
  ];
}

function fromHistogram(histogram: string, percentile: number): number | null {
  if (histogram === "") return null;
  const estimate = percentileWithInterval(decodeHistogram(histogram), percentile);
  return estimate && Math.round(estimate.value);
}

/** Columns that perf_analyzer lacks. */
export function ownColumns(plan: ExperimentPlan): Column[] {
  const { goal } = plan;
  return [
    ["Avg latency", ({ response }) => micros(response.mean)],
    ["p99.9 latency", ({ response }) => micros(response.p999?.value ?? null)],
    ["Verdict", verdictWord],
    ["Reasons", ({ verdict }) => listReasons(verdict).join(" ")],
    ["Requests/Second", (step) => step.requestsPerSecond],
    ["Goodput", ({ goodput }) => goodput],
    ["Successful Requests", ({ successes }) => successes],
    ["Rejected", ({ outcomes }) => outcomes.rejected],
    ["Timed Out", ({ outcomes }) => outcomes.timedOut],
    ["Cancelled", ({ outcomes }) => outcomes.cancelled],
    ["Failed", ({ outcomes }) => outcomes.failed],
    ["Wrong", ({ outcomes }) => outcomes.wrong],
    ["Unfinished", ({ outcomes }) => outcomes.unfinished],
    ["Measured Seconds", ({ seconds }) => seconds],
    ["Complete", ({ complete }) => (complete ? "yes" : "no")],
    ...NAMED.flatMap(([name, key]): Column[] => [
      [`${name} low`, ({ response }) => micros(response[key]?.low ?? null)],
      [`${name} high`, ({ response }) => micros(response[key]?.high ?? null)],
    ]),
    ...serviceColumns(),
    ["Certificate", ({ certificate }) => certificate?.words ?? null],
    ["Offered Rate", ({ generator }) => generator.offeredRate],
    ["Late Sends", ({ generator }) => generator.lateSends],
    ["Generator CPU", ({ generator }) => generator.cpu],
    ["Server Mean Batch Size", ({ server }) => server?.meanBatch ?? null],
    ["Server Executions", ({ server }) => server?.executions ?? null],
    ["Server Cache Hits", ({ server }) => server?.cacheHits ?? null],
    ["Server Cache Misses", ({ server }) => server?.cacheMisses ?? null],
    ["Server Cache Evictions", ({ machine }) => machine?.cacheEvictions ?? null],
    ["Server Pending Requests", ({ machine }) => machine?.pendingMean ?? null],
    ["Server CPU", ({ machine }) => machine?.cpuMean ?? null],
    ["Server Max Memory", ({ machine }) => machine?.memoryMaxBytes ?? null],
    ...(goal.kind === "compare"
      ? ([
          ["Candidate", ({ candidate }) => goal.candidates[candidate ?? -1]?.label ?? null],
          ["Replicate", ({ replicate }) => (replicate === null ? null : replicate + 1)],
        ] satisfies Column[])
      : []),
  ];
}

/** Measured from sending, like perf_analyzer. */
function serviceColumns(): Column[] {
  const of = (value: (service: LatencySummary) => number | null) => (step: ExperimentStep) =>
    micros(value(step.service));
  return [
    ["Avg service", of(({ mean }) => mean)],
    ...NAMED.map(
      ([name, key]): Column => [`${name} service`, of((each) => each[key]?.value ?? null)],
    ),
  ];
}
