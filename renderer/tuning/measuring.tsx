import { Link } from "@tanstack/react-router";
import { Square } from "lucide-react";
import type { TuningSession } from "../../main/contract/index.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { formatCountdown } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ProgressBar } from "../ui/progress-bar.tsx";
import { showError } from "../ui/toasts.tsx";

/** What is being measured, its progress, and how to cancel it. */
export function Measuring({ session, running }: { session: TuningSession; running: number }) {
  const progress = useTopic("lab.progress", { id: running });
  const cancel = useAction("tuning.cancel", ["tuning.get"]);
  const left = progress?.secondsLeft ?? 0;
  const done = progress?.secondsDone ?? 0;
  const share = done / Math.max(0.001, done + left);
  const last = session.steps.at(-1);
  const title =
    session.state === "baseline"
      ? "Measuring the baseline"
      : last?.state === "measuring"
        ? `Measuring: ${last.proposal.title}`
        : "Comparing the original with the current configuration";
  return (
    <Card
      title={title}
      aside={
        <span className="flex items-center gap-3">
          <span role="timer" className="text-muted">
            {progress ? `${formatCountdown(left)} left` : "Starting"}
          </span>
          <Button
            disabled={cancel.isPending}
            data-hint="Stops measuring and restores the configuration that was active before."
            onClick={() =>
              cancel.mutate(
                { id: session.id },
                { onError: (error) => showError("Can't cancel the measurement.", error) },
              )
            }
          >
            <Square aria-hidden="true" />
            Cancel measurement
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        <ProgressBar label="Measurement progress" share={share} />
        <p className="text-muted">
          {progress?.words || "Preparing"}
          {progress?.live &&
            `: ${formatCount(progress.live.requestsPerSecond)} req/s, p50 ${formatDuration(progress.live.p50Ms)}`}
          {" · "}
          <Link
            to="/experiments/$id"
            params={{ id: String(running) }}
            className="text-accent underline underline-offset-2"
          >
            Experiment {running}
          </Link>
        </p>
      </div>
    </Card>
  );
}
