import {
  outcomeText,
  repeatText,
  pointText,
  settingsText,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { formatCountdown } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { useNow } from "../../ui/use-now.ts";
import { secondsLeft, shareDone } from "./search-text.ts";

/** The running measurement with its reason, the best so far, and the time left. */
export function Progress({ search }: { search: TuningSearch }) {
  const now = useNow(1000);
  const { state, measured, trials, best, current, confirming, pausing, baseline, repeat } = search;
  return (
    <Card
      title={titleFor(search)}
      aside={
        <span role="timer" className="text-muted">
          {state === "paused"
            ? "Paused"
            : `About ${formatCountdown(secondsLeft(search, now))} left`}
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        <ProgressBar label="Progress of the search" share={shareDone(search)} />
        <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
          <dt className="text-muted">Measured</dt>
          <dd>
            {measured.length} of at most {trials}
            {confirming && `, now pair ${confirming.pair} of ${confirming.pairs}`}
          </dd>
          <dt className="text-muted">Active</dt>
          <dd>{settingsText(baseline)}</dd>
          <dt className="text-muted">Best so far</dt>
          <dd>
            {best
              ? `${pointText(best.point)}: ${outcomeText(best.expected)}`
              : "Nothing measured yet"}
          </dd>
          {confirming?.runnerUp && (
            <>
              <dt className="text-muted">Second best</dt>
              <dd>
                {pointText(confirming.runnerUp)}: measured as well, since noise could change the
                order
              </dd>
            </>
          )}
          {current && (
            <>
              <dt className="text-muted">{state === "paused" ? "Next" : "Now"}</dt>
              <dd>
                {pointText(current.point)}. {current.reason} Predicted:{" "}
                {outcomeText(current.predicted)}.
              </dd>
            </>
          )}
        </dl>
        {repeat && <p>{repeatText(repeat)}</p>}
        <p className="text-muted">{noteFor(state, pausing)}</p>
      </div>
    </Card>
  );
}

function titleFor({ state, current, confirming, trials }: TuningSearch): string {
  switch (state) {
    case "preparing":
      return "Preparing the search";
    case "calibrating":
      return "Calibrating the simulator";
    case "paused":
      return "Paused";
    default:
      if (confirming) return "Confirming the best configuration";
      return current ? `Measurement ${current.number} of at most ${trials}` : "Searching";
  }
}

function noteFor(state: TuningSearch["state"], pausing: boolean): string {
  if (state === "paused") return "The former configuration is active. Resume to continue.";
  if (pausing) return "Pauses when this measurement has ended.";
  if (state === "calibrating") {
    return "The server's statistics hold too few executions to predict from. A short load comes first, under 30 s.";
  }
  return state === "confirming"
    ? "Active and best configuration are measured in turn, so that a difference isn't drift or chance."
    : "Configurations are loaded as overrides. The former configuration is restored at the end.";
}
