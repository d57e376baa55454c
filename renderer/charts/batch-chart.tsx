import { useMemo, useRef } from "react";
import { formatCount, formatPercent } from "../format/numbers.ts";
import { count } from "../format/words.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { BatchBars, type BatchCounts } from "./batch-bars.tsx";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { useVisible } from "./use-visible.ts";

interface BatchChartProps {
  readonly batches: BatchCounts;
  /** The span they were counted over, in words. */
  readonly over: string;
  /** Why there are none, where it is known. */
  readonly absent: string | null;
}

const ABOUT =
  "How many executions ran with how many items, over the span shown. Derived: from the change of batch_stats in the model's statistics.";

export function BatchChart({ batches, over, absent }: BatchChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const key = JSON.stringify(batches);
  const shown = useInTurn(
    useMemo(() => JSON.parse(key) as BatchCounts, [key]),
    useVisible(frame),
  );
  const total = shown.reduce((sum, [, executions]) => sum + executions, 0);
  return (
    <ChartFrame
      title="Executions by batch size"
      about={ABOUT}
      legend={
        <span className="text-muted text-xs">
          {count(total, "execution")}, {over}
        </span>
      }
      chart={
        <div ref={frame} className="relative" style={{ height: PLOT.height }}>
          <div
            role="img"
            aria-label={`Executions by batch size, ${over}: ${inWords(shown, total)}`}
          >
            <BatchBars batches={shown} />
          </div>
          {total === 0 && (
            <p className="absolute inset-x-0 top-1/2 -translate-y-4 pl-12 text-center text-muted">
              {absent ?? "Nothing was executed in this span."}
            </p>
          )}
        </div>
      }
      table={() => (
        <DataTable
          caption="Executions by batch size"
          maxHeight={PLOT.height}
          columns={[
            { key: "size", head: "Batch size" },
            { key: "count", head: "Executions", numeric: true },
            { key: "share", head: "Share", numeric: true },
          ]}
          rows={shown.map(([size, executions]) => ({
            key: size,
            cells: [size, formatCount(executions), formatPercent(executions / total)],
          }))}
        />
      )}
    />
  );
}

function inWords(batches: BatchCounts, total: number): string {
  if (total === 0) return "none";
  return batches
    .map(([size, executions]) => `${count(size, "item")} ${formatPercent(executions / total)}`)
    .join(", ");
}
