import { Pause, Play, Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  type Experiment,
  type ExperimentProgress,
  type ExperimentStep,
  repeatText,
  type RequestName,
} from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { formatCountdown } from "../../format/time.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { showError } from "../../ui/toasts.tsx";
import { loadWithUnit } from "../../figures/experiment-text.ts";
import { Field, TextInput } from "../../ui/field.tsx";

const phases: Record<ExperimentProgress["phase"], string> = {
  preparing: "Preparing",
  applying: "Applying a configuration",
  warmup: "Warming up",
  measuring: "Measuring",
  paused: "Paused",
  finished: "Finishing",
};

interface RunViewProps {
  readonly experiment: Experiment;
  readonly progress: ExperimentProgress | null;
}

/** A running experiment: progress, live figures, and the controls to pause, change or end it. */
export function RunView({ experiment, progress }: RunViewProps) {
  const { id, state } = experiment;
  const left = progress?.secondsLeft;
  const done = progress?.secondsDone ?? 0;
  const share = left === undefined ? 0 : done / Math.max(0.001, done + left);
  const live = progress?.live;
  const pausing = progress?.pausing ?? false;
  const act = useRunActions(id);
  return (
    <Card
      title={progress ? describeProgress(progress) : state === "paused" ? "Paused" : "Starting"}
      aside={
        <span className="flex flex-wrap items-center gap-3">
          {left !== undefined && (
            <span className="text-muted" role="timer">
              {formatCountdown(left)} left
            </span>
          )}
          {state === "paused" ? (
            <Button look="primary" disabled={act.busy} onClick={act.resume}>
              <Play aria-hidden="true" />
              Resume
            </Button>
          ) : (
            <Button
              disabled={act.busy || pausing}
              data-hint="After the current step."
              onClick={act.pause}
            >
              <Pause aria-hidden="true" />
              {pausing ? "Pauses after this step" : "Pause"}
            </Button>
          )}
          <Button
            disabled={act.busy}
            data-hint="Ends now, keeps the measurements, and restores the configuration."
            onClick={act.stop}
          >
            <Square aria-hidden="true" />
            Stop and keep
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        <ProgressBar label="Progress of the experiment" share={share} />
        {progress?.words && <p className="text-muted">{progress.words}</p>}
        {progress?.repeat && <p>{repeatText(progress.repeat)}</p>}
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Live label="Load" value={live ? loadWithUnit(live) : "–"} />
          <Live
            label="Requests"
            value={live ? `${formatCount(live.requestsPerSecond)} req/s` : "–"}
          />
          <Live
            label={live?.chat ? "Response p50" : "p50"}
            value={formatDuration(live?.p50Ms ?? null)}
          />
          <Live
            label={live?.chat ? "Response p99" : "p99"}
            value={formatDuration(live?.p99Ms ?? null)}
          />
          {live?.chat && (
            <>
              <Live label="First token p50" value={formatDuration(live.chat.firstTokenP50Ms)} />
              <Live label="First token p99" value={formatDuration(live.chat.firstTokenP99Ms)} />
              <Live
                label="Output"
                value={`${formatCount(live.chat.outputTokensPerSecond)} tokens/s`}
              />
            </>
          )}
          <Live label="Failures" value={live ? `${formatCount(live.failures)} req` : "–"} />
        </dl>
        {live?.certificate && <p>{live.certificate.words}</p>}
        {live?.adjustable && <AdjustLoad key={progress?.stepIndex} id={id} load={live.load} />}
      </div>
    </Card>
  );
}

function describeProgress({ phase, stepIndex, stepCount }: ExperimentProgress): string {
  return `${phases[phase]}${phase === "paused" ? " before" : ":"} step ${Math.min(stepIndex + 1, stepCount)} of ${stepCount}`;
}

function useRunActions(id: number) {
  const refreshes: readonly RequestName[] = ["lab.get", "lab.list"];
  const pause = useAction("lab.pause", refreshes);
  const resume = useAction("lab.resume", refreshes);
  const cancel = useAction("lab.cancel", refreshes);
  const failing = (title: string) => ({ onError: (error: Error) => showError(title, error) });
  return {
    busy: pause.isPending || resume.isPending || cancel.isPending,
    pause: () => pause.mutate({ id }, failing("Can't pause the experiment.")),
    resume: () => resume.mutate({ id }, failing("Can't resume the experiment.")),
    stop: () => cancel.mutate({ id }, failing("Can't stop the experiment.")),
  };
}

function Live({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-24">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="font-semibold text-lg">{value}</dd>
    </div>
  );
}

interface AdjustLoadProps {
  readonly id: number;
  readonly load: ExperimentStep["load"];
}

/** Changes the load of the running step. */
function AdjustLoad({ id, load }: AdjustLoadProps) {
  const [text, setText] = useState(String(load.value));
  const adjust = useAction("lab.adjust");
  const value = Number(text);
  const whole = load.kind === "concurrency";
  const ok = value > 0 && Number.isFinite(value) && (!whole || Number.isInteger(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ok) return;
    adjust.mutate(
      { id, value },
      { onError: (error) => showError("Can't change the load.", error) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={whole ? "Clients" : "Requests per second"}
        help="Changes the running step, which is marked as changed."
        error={
          ok || text === "" ? null : `“${text}” is not a ${whole ? "whole " : ""}number above 0.`
        }
      >
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              className="w-28"
              inputMode="decimal"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" disabled={!ok || adjust.isPending || value === load.value}>
              Change the load
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
