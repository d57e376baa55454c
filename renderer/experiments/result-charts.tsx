import type { Experiment, ExperimentStep } from "../../main/contract/index.ts";
import { chartColor } from "../charts/series.ts";
import { StepChart, type StepSeries } from "../charts/step-chart.tsx";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { stepAt } from "./comparison.ts";

interface ResultChartsProps {
  readonly experiment: Experiment;
  readonly before: Experiment | undefined;
}

const percentiles = [
  { key: "p50", color: chartColor(3), read: (step: ExperimentStep) => step.latency.p50Ms },
  { key: "p95", color: chartColor(1), read: (step: ExperimentStep) => step.latency.p95Ms },
  { key: "p99", color: chartColor(4), read: (step: ExperimentStep) => step.latency.p99Ms },
];

/** Throughput and latency by concurrency; the earlier experiment is dashed. */
export function ResultCharts({ experiment, before }: ResultChartsProps) {
  const concurrencies = [
    ...new Set([...experiment.steps, ...(before?.steps ?? [])].map((step) => step.concurrency)),
  ].sort((a, b) => a - b);
  const values = (of: Experiment, read: (step: ExperimentStep) => number | null) =>
    concurrencies.map((concurrency) => {
      const step = stepAt(of, concurrency);
      return step ? read(step) : null;
    });
  const throughput: StepSeries[] = [
    {
      key: "now",
      label: experiment.name,
      color: chartColor(1),
      values: values(experiment, (step) => step.inferencesPerSecond),
    },
  ];
  if (before) {
    throughput.push({
      key: "before",
      label: before.name,
      color: chartColor(6),
      dashed: true,
      values: values(before, (step) => step.inferencesPerSecond),
    });
  }
  const latency = percentiles.flatMap(({ key, color, read }): StepSeries[] => [
    { key, label: key, color, values: values(experiment, read) },
    ...(before && key !== "p95"
      ? [
          {
            key: `${key}-before`,
            label: `${key} before`,
            color,
            dashed: true,
            values: values(before, read),
          },
        ]
      : []),
  ]);
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <StepChart
        title="Throughput by concurrency"
        about="Inferences per second that succeeded, as the load generator counted them."
        concurrencies={concurrencies}
        series={throughput}
        format={(value) => formatCount(value)}
      />
      <StepChart
        title="Latency by concurrency"
        about="From sending a request to the last byte of its answer, as the load generator timed it."
        concurrencies={concurrencies}
        series={latency}
        format={formatDuration}
      />
    </div>
  );
}
