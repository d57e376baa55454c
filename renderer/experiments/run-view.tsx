import { Square } from "lucide-react";
import type { Experiment, ExperimentProgress } from "../../main/contract/index.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { formatCountdown } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { tellError } from "../ui/toasts.tsx";
import { plannedSeconds } from "./plan.ts";

const phases: Record<ExperimentProgress["phase"], string> = {
  preparing: "Preparing",
  warmup: "Warming up",
  measuring: "Measuring",
  finished: "Finishing",
};

interface RunViewProps {
  readonly experiment: Experiment;
  readonly progress: ExperimentProgress | null;
}

/** An experiment under way: how far it is, what it sees, and the way to end it early. */
export function RunView({ experiment, progress }: RunViewProps) {
  const cancel = useAction("lab.cancel", ["lab.get"]);
  const left = progress?.secondsLeft ?? plannedSeconds(experiment.plan);
  const done = progress?.secondsDone ?? 0;
  const share = done / Math.max(0.001, done + left);
  const live = progress?.live;
  return (
    <Card
      title={
        progress
          ? `${phases[progress.phase]}: step ${Math.min(progress.stepIndex + 1, progress.stepCount)} of ${progress.stepCount}`
          : "Starting"
      }
      aside={
        <span className="flex items-center gap-3">
          <span className="text-muted" role="timer">
            {formatCountdown(left)} left
          </span>
          <Button
            disabled={cancel.isPending}
            data-hint="Ends it now and keeps what was measured."
            onClick={() =>
              cancel.mutate(
                { id: experiment.id },
                { onError: (error) => tellError("The experiment was not cancelled.", error) },
              )
            }
          >
            <Square aria-hidden="true" />
            Cancel
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        <div
          role="progressbar"
          aria-label="Progress of the experiment"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          className="h-2 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-300"
            style={{ width: `${share * 100}%` }}
          />
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-2">
          <Live label="Concurrency" value={live ? String(live.concurrency) : "–"} />
          <Live
            label="Requests"
            value={live ? `${formatCount(live.requestsPerSecond)} req/s` : "–"}
          />
          <Live label="p50" value={formatDuration(live?.p50Ms ?? null)} />
          <Live label="p99" value={formatDuration(live?.p99Ms ?? null)} />
          <Live label="Failures" value={live ? `${formatCount(live.failures)} req` : "–"} />
        </dl>
      </div>
    </Card>
  );
}

function Live({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-24">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="font-semibold text-lg">{value}</dd>
    </div>
  );
}
