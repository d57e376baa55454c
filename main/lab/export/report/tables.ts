import type { ExperimentStep } from "../../../contract/index.ts";
import { type Cell, figure, type Html, percent, table } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { percentileCell } from "./format-figures.ts";
import { nameOfStep, verdictCell } from "./step-cells.ts";

type Column = readonly [head: string, cell: (step: ExperimentStep) => Cell];

/** Columns that are empty in every step are left out. */
export function resultsTable(experiment: Exported): Html {
  const { steps } = experiment;
  const failures = ({ outcomes }: ExperimentStep) =>
    Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const columns: readonly Column[] = [
    ["Step", (step) => nameOfStep(experiment, step)],
    ["Verdict", verdictCell],
    ["Throughput (inf/s)", (step) => figure(step.inferencesPerSecond)],
    ...(steps.some(({ goodput }) => goodput !== null)
      ? [["Goodput (inf/s)", (step: ExperimentStep) => figure(step.goodput)] as const]
      : []),
    ...(["p50", "p90", "p95", "p99"] as const).map(
      (name): Column => [name, (step) => percentileCell(step.response[name])],
    ),
    ...(steps.some(({ response }) => response.p999)
      ? [["p99.9", (step: ExperimentStep) => percentileCell(step.response.p999)] as const]
      : []),
    ["Mean", ({ response }) => figure(response.mean)],
    ["Successes", ({ successes }) => figure(successes)],
    ["Failures", (step) => figure(failures(step))],
    [
      "Measured (s)",
      ({ seconds, complete }) => `${figure(seconds)}${complete ? "" : ", ended early"}`,
    ],
  ];
  return table(
    "Response time in ms, from the scheduled instant, with 95 % intervals; – where the sample is too small",
    columns.map(([head]) => head),
    steps.map((step) => columns.map(([, cell]) => cell(step))),
    { words: 2 },
  );
}

/** From sending: what tools without a schedule would report. */
export function serviceTable(experiment: Exported): Html {
  return table(
    "Service time in ms, from sending, and the load generator",
    [
      "Step",
      "p50",
      "p99",
      "Mean",
      "Sends",
      "Late sends",
      "Lag p99 (ms)",
      "Offered/s",
      "Achieved/s",
      "Generator CPU",
      "Other CPU",
    ],
    experiment.steps.map((step) => [
      nameOfStep(experiment, step),
      percentileCell(step.service.p50),
      percentileCell(step.service.p99),
      figure(step.service.mean),
      figure(step.generator.sends),
      figure(step.generator.lateSends),
      figure(step.generator.lagP99Ms),
      figure(step.generator.offeredRate),
      figure(step.generator.achievedRate),
      percent(step.generator.cpu),
      percent(step.otherCpu),
    ]),
  );
}

export function serverTable(experiment: Exported): Html | null {
  const steps = experiment.steps.filter(({ server }) => server !== null);
  if (steps.length === 0) return null;
  return table(
    "The server's own statistics over the measured span; means in ms",
    [
      "Step",
      "Requests",
      "Executions",
      "Mean batch",
      "Queue",
      "Compute input",
      "Infer",
      "Output",
      "Request",
      "Cache hits",
      "Cache misses",
    ],
    steps.map((step) => [
      nameOfStep(experiment, step),
      figure(step.server?.requests),
      figure(step.server?.executions),
      figure(step.server?.meanBatch),
      figure(step.server?.queueMs),
      figure(step.server?.computeInputMs),
      figure(step.server?.computeInferMs),
      figure(step.server?.computeOutputMs),
      figure(step.server?.requestMs),
      figure(step.server?.cacheHits),
      figure(step.server?.cacheMisses),
    ]),
  );
}
