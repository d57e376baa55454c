import type { Experiment, ExperimentStep } from "../../../main/contract/index.ts";
import { BatchHistogram } from "../../charts/batch-histogram.tsx";
import { formatCount, formatDuration, formatPercent } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { stepName } from "../../figures/experiment-text.ts";

type Split = NonNullable<ExperimentStep["server"]>;

function sumCompute({ computeInputMs, computeInferMs, computeOutputMs }: Split): number | null {
  if (computeInferMs === null) return null;
  return (computeInputMs ?? 0) + computeInferMs + (computeOutputMs ?? 0);
}

function computeHitRate({ cacheHits, cacheMisses }: Split): number | null {
  return cacheHits + cacheMisses === 0 ? null : cacheHits / (cacheHits + cacheMisses);
}

const SILENT = "not reported by this server";

/** The server's times by phase, over exactly the measured span of each step. */
export function ServerTable({ experiment }: { experiment: Experiment }) {
  const { steps } = experiment;
  if (steps.some(({ chat }) => chat !== null)) return null;
  if (steps.every(({ server }) => server === null)) {
    return (
      <Card title="Server statistics">
        <p className="px-4 py-3 text-muted">
          The server reported no statistics for these spans. All figures are from the client.
        </p>
      </Card>
    );
  }
  const cached = steps.some(({ server }) => server !== null && computeHitRate(server) !== null);
  return (
    <Card
      title="Server statistics"
      aside={
        <span className="text-muted text-xs">
          Derived: from the change of its statistics over the same span; means, of compute over the
          requests that were executed
        </span>
      }
    >
      <DataTable
        caption="The server's own figures by step"
        columns={[
          { key: "step", head: "Step" },
          { key: "queue", head: "Queue", numeric: true },
          { key: "compute", head: "Compute", numeric: true },
          { key: "batch", head: "Mean batch", numeric: true },
          { key: "executions", head: "Executions", numeric: true },
          ...(cached
            ? [
                { key: "hits", head: "Cache hits", numeric: true },
                { key: "hit", head: "A hit", numeric: true },
                { key: "miss", head: "A miss’s insert", numeric: true },
              ]
            : []),
          { key: "batches", head: "Batch sizes" },
        ]}
        rows={steps.map((step, index) => {
          const { server } = step;
          const name = (
            <span key="step" className="whitespace-nowrap font-semibold">
              {stepName(experiment, step)}
            </span>
          );
          if (!server) return { key: index, cells: [name, SILENT] };
          return {
            key: index,
            cells: [
              name,
              formatDuration(server.queueMs),
              formatDuration(sumCompute(server)),
              formatCount(server.meanBatch),
              formatCount(server.executions),
              ...(cached
                ? [
                    <span key="hits" data-hint={describeLedger(server)}>
                      {formatPercent(computeHitRate(server))}
                    </span>,
                    formatDuration(server.cacheHitMs),
                    formatDuration(server.cacheMissMs),
                  ]
                : []),
              <BatchHistogram key="batches" batches={server.batches} />,
            ],
          };
        })}
      />
    </Card>
  );
}

function describeLedger({ requests, cacheHits, cacheMisses }: Split): string {
  return `${formatCount(requests)} requests: ${formatCount(cacheHits)} hits, ${formatCount(cacheMisses)} misses`;
}
