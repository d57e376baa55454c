import { formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { DataTable } from "../ui/data-table.tsx";
import type { PlacedBatch } from "./batch-log.ts";
import { computeMs } from "./batch-tip.tsx";
import { reasonLooks } from "./reasons.ts";

const LISTED = 100;

/** The time line as a table. */
export function LastBatches({ batches }: { batches: readonly PlacedBatch[] }) {
  return (
    <DataTable
      caption={`The last ${LISTED} batches of the time shown, newest first`}
      maxHeight={240}
      columns={[
        { key: "start", head: "Start" },
        { key: "reason", head: "Reason" },
        { key: "items", head: "Items", numeric: true },
        { key: "requests", head: "Requests", numeric: true },
        { key: "oldest", head: "Oldest wait", numeric: true },
        { key: "mean", head: "Mean wait", numeric: true },
        { key: "compute", head: "Compute", numeric: true },
        { key: "instance", head: "Instance" },
      ]}
      rows={batches
        .slice(-LISTED)
        .toReversed()
        .map((batch) => ({
          key: batch.id,
          cells: [
            formatClock(batch.start),
            `${reasonLooks[batch.reason].label}${batch.failed ? ", failed" : ""}`,
            batch.items,
            batch.requests,
            formatDuration(batch.oldestWaitMs),
            formatDuration(batch.meanWaitMs),
            formatDuration(computeMs(batch)),
            batch.instance,
          ],
        }))}
    />
  );
}
