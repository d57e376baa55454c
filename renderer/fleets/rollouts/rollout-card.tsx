import { Pause, Play, RotateCcw, Trash2, X } from "lucide-react";
import { useState } from "react";
import type { RequestName, Rollout, RolloutStep } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { ProbeResult, RunningProbe } from "../../host/probes/probe-result.tsx";
import { useAction } from "../../host/requests.ts";
import { count } from "../../format/text.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Badge, Dot } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { ChangedFields } from "./changed-fields.tsx";
import { rolloutStates, stepStates, describeWatched } from "./rollout-text.ts";

interface RolloutCardProps {
  readonly rollout: Rollout;
  readonly open: boolean;
  /** A rollout of the fleet is running. */
  readonly busy: boolean;
}

const OVER: ReadonlySet<RolloutStep["state"]> = new Set(["done", "failed", "putBack"]);

/** States in which a probe may be running. */
const PROBED: ReadonlySet<RolloutStep["state"]> = new Set(["measuring", "applying", "watching"]);

/** One rollout: progress, results for each replica, and actions. */
export function RolloutCard({ rollout, open, busy }: RolloutCardProps) {
  const { plan, state, words, startedAt, steps } = rollout;
  const now = useNow(30_000);
  const { tone, words: stateText } = rolloutStates[state];
  const over = steps.filter((step) => OVER.has(step.state)).length;
  const running = state === "running" || state === "puttingBack";
  const details = (
    <>
      <ChangedFields steps={steps} />
      <Steps rollout={rollout} busy={busy} />
    </>
  );
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {plan.model}
          <Badge tone={tone}>{stateText}</Badge>
          <span className="font-normal text-muted text-sm">
            {formatMoment(startedAt, now)}
            {plan.note && ` · ${plan.note}`}
          </span>
        </span>
      }
      aside={<Actions rollout={rollout} busy={busy} />}
    >
      {running && (
        <div className="px-4 pt-3">
          <ProgressBar label={`Rollout of ${plan.model}`} share={over / steps.length} />
        </div>
      )}
      {words && (
        <p className={`px-4 pt-2.5 ${state === "failed" ? "text-bad" : ""}`} role="status">
          {words}
        </p>
      )}
      {open ? (
        <div className="py-2">{details}</div>
      ) : (
        <div className="p-3">
          <Fold title="Replicas" summary={`${over} of ${steps.length}`}>
            {details}
          </Fold>
        </div>
      )}
    </Card>
  );
}

function Steps({ rollout, busy }: { rollout: Rollout; busy: boolean }) {
  return (
    <DataTable
      caption={`Replicas of the rollout of ${rollout.plan.model}`}
      columns={[
        { key: "replica", head: "Replica" },
        { key: "state", head: "State" },
        { key: "words", head: "What happened" },
        { key: "before", head: "Before" },
        { key: "after", head: "After" },
        { key: "actions", head: <span className="sr-only">Actions</span>, numeric: true },
      ]}
      rows={rollout.steps.map((step) => ({
        key: step.replica,
        cells: [
          step.name,
          <span key="state" className="flex items-center gap-1.5 whitespace-nowrap">
            <Dot tone={stepStates[step.state].tone} pulse={stepStates[step.state].busy ?? false} />
            {stepStates[step.state].words}
          </span>,
          <div key="words" className={step.state === "failed" ? "text-bad" : "text-muted"}>
            {step.words}
            {step.probe && <ProbeResult probe={step.probe} />}
            {rollout.plan.probe && PROBED.has(step.state) && (
              <RunningProbe serverId={step.serverId} model={rollout.plan.model} />
            )}
          </div>,
          describeWatched(step.before),
          describeWatched(step.after),
          step.changed && !busy && (
            <Restore key="back" rollout={rollout} replica={step.replica} name={step.name} />
          ),
        ],
      }))}
    />
  );
}

function useRolloutAction(name: Extract<RequestName, `fleets.${string}Rollout`>, id: number) {
  const action = useAction(name);
  return {
    busy: action.isPending,
    run: (more: object = {}) =>
      action.mutate({ rolloutId: id, ...more } as never, {
        onError: (error) => showError("Can't change the rollout.", error),
      }),
  };
}

function Actions({ rollout, busy }: { rollout: Rollout; busy: boolean }) {
  const { id, state, steps, plan } = rollout;
  const pause = useRolloutAction("fleets.pauseRollout", id);
  const resume = useRolloutAction("fleets.resumeRollout", id);
  const cancel = useRolloutAction("fleets.cancelRollout", id);
  const remove = useRolloutAction("fleets.removeRollout", id);
  const stopped = state === "paused" || state === "interrupted";
  const changed = steps.filter((step) => step.changed).length;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {state === "running" && (
        <Button disabled={pause.busy} onClick={() => pause.run()}>
          <Pause aria-hidden="true" />
          Pause
        </Button>
      )}
      {stopped && (
        <Button look="primary" disabled={resume.busy || busy} onClick={() => resume.run()}>
          <Play aria-hidden="true" />
          Go on
        </Button>
      )}
      {(state === "running" || stopped) && (
        <AskFirst
          title={`Cancel this rollout of ${plan.model}?`}
          consequence={`${changed} of ${count(steps.length, "replica")} changed. These keep the new configuration until you restore them.`}
          verb="Cancel rollout"
          onConfirm={() => cancel.run()}
        >
          {(ask) => (
            <Button disabled={cancel.busy} onClick={ask}>
              <X aria-hidden="true" />
              Cancel rollout
            </Button>
          )}
        </AskFirst>
      )}
      {!busy && changed > 0 && (
        <Restore
          rollout={rollout}
          replica=""
          name={changed === 1 ? "the one replica" : `all ${changed} replicas`}
        />
      )}
      {state !== "running" && state !== "puttingBack" && (
        <AskFirst
          title={`Delete this rollout of ${plan.model}?`}
          consequence="Its record is deleted, and its replicas can't be restored from it anymore. What they serve stays."
          verb="Delete rollout"
          onConfirm={() => remove.run()}
        >
          {(ask) => (
            <IconButton
              label={`Delete this rollout of ${plan.model}`}
              disabled={remove.busy || busy}
              onClick={ask}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          )}
        </AskFirst>
      )}
    </span>
  );
}

interface RestoreProps {
  readonly rollout: Rollout;
  /** "": all. */
  readonly replica: string;
  readonly name: string;
}

function Restore({ rollout, replica, name }: RestoreProps) {
  const [asked, setAsked] = useState(false);
  const restore = useRolloutAction("fleets.restoreRollout", rollout.id);
  return (
    <>
      <Button disabled={restore.busy} onClick={() => setAsked(true)}>
        <RotateCcw aria-hidden="true" />
        {replica === "" ? "Restore all" : "Restore"}
      </Button>
      <Confirm
        open={asked}
        title={`Restore ${rollout.plan.model} on ${name}?`}
        verb={`Restore ${rollout.plan.model}`}
        onConfirm={() => restore.run({ replica })}
        onClose={() => setAsked(false)}
      >
        The configuration from before this rollout is loaded again, one replica at a time.
      </Confirm>
    </>
  );
}
