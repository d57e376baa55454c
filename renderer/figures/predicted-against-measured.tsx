import { Link } from "@tanstack/react-router";
import type {
  Experiment,
  ExperimentStep,
  PredictedFigures,
  WhatIfBand,
} from "../../main/contract/index.ts";
import { formatChange, formatCount, formatDuration, NONE } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { candidateName } from "./experiment-text.ts";

interface Props {
  readonly title: string;
  readonly predicted: readonly PredictedFigures[];
  readonly experiment: Experiment;
  /** Whether the title's card names the experiment. */
  readonly isLinked?: boolean;
}

interface Figure {
  readonly name: string;
  readonly predicted: (figures: PredictedFigures) => WhatIfBand | null;
  readonly measured: (step: ExperimentStep) => number | null;
  readonly format: (value: number) => string;
}

const exactly = (value: number | null) =>
  value === null ? null : { value, low: value, high: value };

const FIGURES: readonly Figure[] = [
  {
    name: "Throughput",
    predicted: ({ throughput }) => throughput,
    measured: ({ requestsPerSecond }) => requestsPerSecond,
    format: (value) => `${formatCount(value)}/s`,
  },
  {
    name: "p50 latency",
    predicted: ({ p50Ms }) => p50Ms,
    measured: ({ response }) => response.p50?.value ?? null,
    format: formatDuration,
  },
  {
    name: "p99 latency",
    predicted: ({ p99Ms }) => p99Ms,
    measured: ({ response }) => response.p99?.value ?? null,
    format: formatDuration,
  },
  {
    name: "Mean batch size",
    predicted: ({ meanBatch }) => exactly(meanBatch),
    measured: ({ server }) => server?.meanBatch ?? null,
    format: formatCount,
  },
];

/** What was predicted of each configuration next to what its steps measured. */
export function PredictedAgainstMeasured({ title, predicted, experiment, isLinked }: Props) {
  const { id, name, plan, steps } = experiment;
  const rows = predicted.flatMap((figures, index) => {
    const own = steps.filter(({ candidate }) => (candidate ?? 0) === index);
    if (own.length === 0) return [];
    const configuration = predicted.length > 1 ? candidateName(plan, index) : null;
    return FIGURES.map((figure) => ({ configuration, figure, figures, steps: own }));
  });
  if (rows.length === 0) return null;
  return (
    <Card
      title={title}
      aside={
        <span className="text-muted text-xs">
          {isLinked && (
            <>
              <Link
                to="/experiments/$id"
                params={{ id: String(id) }}
                className="text-accent underline underline-offset-2"
              >
                {name}
              </Link>{" "}
              ·{" "}
            </>
          )}
          Predicted within the server; measured by clients, mean of the steps
        </span>
      }
    >
      <DataTable
        caption="Predicted and measured figures"
        columns={[
          ...(predicted.length > 1 ? [{ key: "configuration", head: "Configuration" }] : []),
          { key: "figure", head: "Figure" },
          { key: "predicted", head: "Predicted", numeric: true },
          { key: "measured", head: "Measured", numeric: true },
          { key: "off", head: "Prediction off by", numeric: true },
        ]}
        rows={rows.map(({ configuration, figure, figures, steps: own }) => {
          const band = figure.predicted(figures);
          const values = own.flatMap((step) => figure.measured(step) ?? []);
          const measured = values.length > 0 ? average(values) : null;
          return {
            key: `${configuration} ${figure.name}`,
            cells: [
              ...(configuration === null ? [] : [configuration]),
              figure.name,
              band ? formatBand(band, figure.format) : NONE,
              measured === null ? NONE : formatMeasured(measured, values, figure.format),
              band && measured ? formatChange(band.value / measured - 1) : NONE,
            ],
          };
        })}
      />
    </Card>
  );
}

function formatBand({ value, low, high }: WhatIfBand, format: Figure["format"]): string {
  if (high === null) return `${format(value)} (from ${format(low)})`;
  const [from, to] = [format(low), format(high)];
  return from === to ? format(value) : `${format(value)} (${from} to ${to})`;
}

function formatMeasured(mean: number, values: readonly number[], format: Figure["format"]): string {
  if (values.length === 1) return format(mean);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return `${format(mean)} (${format(low)} to ${format(high)}, ${count(values.length, "step")})`;
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
