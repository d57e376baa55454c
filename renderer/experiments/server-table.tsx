import type { Experiment } from "../../main/contract/index.ts";
import { BatchHistogram } from "../charts/batch-histogram.tsx";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { difference, stepAt } from "./comparison.ts";
import { Delta } from "./delta.tsx";

type Split = NonNullable<Experiment["steps"][number]["server"]>;

interface ServerColumn {
  readonly key: string;
  readonly head: string;
  readonly higherIsBetter: boolean;
  readonly format: (value: number | null) => string;
  readonly read: (split: Split) => number | null;
}

function computeOf({ computeInputMs, computeInferMs, computeOutputMs }: Split): number | null {
  if (computeInferMs === null) return null;
  return (computeInputMs ?? 0) + computeInferMs + (computeOutputMs ?? 0);
}

const columns: readonly ServerColumn[] = [
  {
    key: "queue",
    head: "Queue",
    higherIsBetter: false,
    format: formatDuration,
    read: (split) => split.queueMs,
  },
  {
    key: "compute",
    head: "Compute",
    higherIsBetter: false,
    format: formatDuration,
    read: computeOf,
  },
  {
    key: "batch",
    head: "Mean batch",
    higherIsBetter: true,
    format: formatCount,
    read: (split) => split.meanBatch,
  },
  {
    key: "hits",
    head: "Cache hits",
    higherIsBetter: true,
    format: formatPercent,
    read: ({ cacheHits, cacheMisses }) =>
      cacheHits + cacheMisses === 0 ? null : cacheHits / (cacheHits + cacheMisses),
  },
];

interface ServerTableProps {
  readonly experiment: Experiment;
  readonly before: Experiment | undefined;
}

/** Where the server says the time went, over exactly the measured span of each step. */
export function ServerTable({ experiment, before }: ServerTableProps) {
  return (
    <Card
      title="What the server says"
      aside={
        <span className="text-muted text-xs">
          Derived: from the change of its statistics over the same span; means per request
        </span>
      }
    >
      <DataTable
        caption="The server's own figures by concurrency"
        columns={[
          { key: "concurrency", head: "Concurrency" },
          ...columns.map(({ key, head }) => ({ key, head, numeric: true })),
          { key: "executions", head: "Executions", numeric: true },
          { key: "batches", head: "Batch sizes" },
        ]}
        rows={experiment.steps.map((step) => {
          const { server } = step;
          const earlier = stepAt(before, step.concurrency)?.server;
          return {
            key: step.concurrency,
            cells: [
              <span key="concurrency" className="font-semibold">
                {step.concurrency}
              </span>,
              ...columns.map(({ key, format, read, higherIsBetter }) => {
                const now = server ? read(server) : null;
                const change = earlier ? difference(read(earlier), now, higherIsBetter) : null;
                return (
                  <span key={key} className="flex flex-col items-end">
                    {format(now)}
                    {change && <Delta difference={change} format={format} />}
                  </span>
                );
              }),
              server ? formatCount(server.executions) : "the server does not tell",
              server ? <BatchHistogram key="batches" batches={server.batches} /> : "",
            ],
          };
        })}
      />
    </Card>
  );
}
