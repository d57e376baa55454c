import type { Trial } from "../../main/contract/index.ts";
import { formatChange, formatDuration } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Status } from "./answer.tsx";
import { trialBefore } from "./timing-rows.ts";
import { TrialActions } from "./trial-actions.tsx";

interface LastRequestsProps {
  readonly trials: readonly Trial[];
  readonly shown: Trial | null;
  readonly onShow: (trial: Trial) => void;
  /** Copies its request into the form. */
  readonly onReuse: (trial: Trial) => void;
}

/** The session's latest requests to the model, newest first. */
export function LastRequests({ trials, shown, onShow, onReuse }: LastRequestsProps) {
  return (
    <Card title="Last requests">
      <DataTable
        caption="Last requests"
        columns={[
          { key: "time", head: "Sent" },
          { key: "status", head: "Status" },
          { key: "total", head: "Total", numeric: true },
          { key: "change", head: "Change", numeric: true },
          { key: "compute", head: "Server", numeric: true },
          { key: "actions", head: <span className="sr-only">Actions</span> },
        ]}
        rows={trials.toReversed().map((trial) => {
          const total = totalMs(trial);
          const before = totalMs(trialBefore(trials, trial));
          const time = formatClock(trial.startedAt);
          return {
            key: `${trial.startedAt} ${trial.id}`,
            cells: [
              time,
              <Status key="status" trial={trial} />,
              formatDuration(total),
              total === null || !before ? "–" : formatChange((total - before) / before),
              formatDuration(serverMs(trial)),
              <TrialActions
                key="actions"
                time={time}
                shown={trial === shown}
                onShow={() => onShow(trial)}
                onReuse={() => onReuse(trial)}
              />,
            ],
          };
        })}
      />
    </Card>
  );
}

const totalMs = (trial: Trial | null) => (trial?.status ? (trial.timing?.totalMs ?? null) : null);

/** Queue and compute time; null if unknown. */
function serverMs({ split }: Trial): number | null {
  if (!split || split.provenance === "unavailable") return null;
  const { queueMs, computeInputMs, computeInferMs, computeOutputMs } = split;
  const parts = [queueMs, computeInputMs, computeInferMs, computeOutputMs];
  if (parts.every((part) => part === null)) return null;
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
