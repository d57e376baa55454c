import { formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import type { ChartData, ChartRow } from "../ui/chart-export/chart-data.ts";
import { DataTable } from "../ui/data-table.tsx";
import type { PlacedBatch } from "./batch-log.ts";
import { computeMs } from "./batch-tip.tsx";
import { reasonLooks } from "./reasons.ts";

const LISTED = 100;

const columns: ChartData["columns"] = [
  { key: "start", head: "Start" },
  { key: "reason", head: "Reason" },
  { key: "items", head: "Items", numeric: true },
  { key: "requests", head: "Requests", numeric: true },
  { key: "oldest", head: "Oldest wait", unit: "ms", numeric: true },
  { key: "mean", head: "Mean wait", unit: "ms", numeric: true },
  { key: "compute", head: "Compute", unit: "ms", numeric: true },
  { key: "instance", head: "Instance" },
];

/** All visible batches, newest first. */
export function batchData(batches: readonly PlacedBatch[]): ChartData {
  return { columns, rows: batches.toReversed().map(toRow) };
}

function toRow(batch: PlacedBatch): ChartRow {
  const { id, start, items, requests, oldestWaitMs, meanWaitMs, instance } = batch;
  const reason = `${reasonLooks[batch.reason].label}${batch.failed ? ", failed" : ""}`;
  const times = [oldestWaitMs, meanWaitMs, computeMs(batch)];
  return {
    key: id,
    values: [new Date(start), reason, items, requests, ...times, instance],
    cells: [formatClock(start), reason, items, requests, ...times.map(formatDuration), instance],
  };
}

/** The timeline as a table. */
export function LastBatches({ batches }: { batches: readonly PlacedBatch[] }) {
  return (
    <DataTable
      caption={`The last ${LISTED} batches of the time shown, newest first`}
      maxHeight={240}
      {...batchData(batches.slice(-LISTED))}
    />
  );
}
