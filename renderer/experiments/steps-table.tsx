import type { Experiment, ExperimentStep } from "../../main/contract/index.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { difference, type Metric, metrics, stepAt } from "./comparison.ts";
import { Delta } from "./delta.tsx";

interface StepsTableProps {
  readonly experiment: Experiment;
  /** The experiment to compare with. */
  readonly before: Experiment | undefined;
}

export function formatOf(metric: Metric): (value: number | null) => string {
  return metric.name === "throughput" || metric.name === "failures" ? formatCount : formatDuration;
}

const TOO_FEW = "Too few requests were answered to tell.";

const units: Partial<Record<Metric["name"], string>> = { throughput: "inf/s", failures: "req" };

/** What a client saw at each concurrency, with the differences to an earlier experiment. */
export function StepsTable({ experiment, before }: StepsTableProps) {
  const cell = (step: ExperimentStep, metric: Metric) => {
    const format = formatOf(metric);
    const now = metric.read(step);
    const earlier = stepAt(before, step.concurrency);
    return (
      <span className="flex flex-col items-end">
        <span data-hint={now === null ? TOO_FEW : hintOf(metric, step)}>
          {format(now)}
          {now === null && <span className="sr-only"> {TOO_FEW}</span>}
          {units[metric.name] && <span className="text-muted text-xs"> {units[metric.name]}</span>}
        </span>
        {before && (
          <Delta
            format={format}
            difference={
              earlier ? difference(metric.read(earlier), now, metric.higherIsBetter) : null
            }
          />
        )}
      </span>
    );
  };
  return (
    <Card
      title="What the client saw"
      aside={
        <span className="text-muted text-xs">
          Exact: timed by the load generator, from sending to the last byte of the answer
        </span>
      }
    >
      <DataTable
        caption="Throughput and latency by concurrency"
        columns={[
          { key: "concurrency", head: "Concurrency" },
          ...metrics.map((metric) => ({ key: metric.name, head: metric.label, numeric: true })),
          { key: "seconds", head: "Measured", numeric: true },
        ]}
        rows={experiment.steps.map((step) => ({
          key: step.concurrency,
          cells: [
            <span key="concurrency" className="font-semibold">
              {step.concurrency}
            </span>,
            ...metrics.map((metric) => cell(step, metric)),
            step.complete
              ? formatDuration(step.seconds * 1000)
              : `${formatDuration(step.seconds * 1000)}, cut short`,
          ],
        }))}
      />
      <Failures steps={experiment.steps} />
    </Card>
  );
}

function hintOf(metric: Metric, step: ExperimentStep): string | undefined {
  if (metric.name !== "failures" || step.failures.length === 0) return undefined;
  return step.failures
    .map(({ status, message, count }) => `${count} × ${status}: ${message}`)
    .join("\n");
}

function Failures({ steps }: { steps: readonly ExperimentStep[] }) {
  const failing = steps.filter((step) => step.failures.length > 0);
  if (failing.length === 0) return null;
  return (
    <ul className="border-line border-t px-3 py-2 text-bad" aria-label="Failures">
      {failing.flatMap((step) =>
        step.failures.map(({ status, message, count }) => (
          <li key={`${step.concurrency} ${status} ${message}`}>
            At concurrency {step.concurrency}, {formatCount(count)} × {status}: {message}
          </li>
        )),
      )}
    </ul>
  );
}
