import { useState } from "react";
import type { GridFrame, RolloutPlan, GridReplica } from "../../../main/contract/index.ts";
import { TextField } from "../../ui/text-field.tsx";
import {
  isProbeWrong,
  ProbeChoice,
  probeOptionsIn,
  useProbeDraft,
  useProbeReason,
} from "../../host/probes/probe-choice.tsx";
import { useAction } from "../../host/requests.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { Effect } from "./effect.tsx";
import { Limits } from "./limits.tsx";
import { ReplicaChoice } from "./replica-choice.tsx";
import { StartFoot } from "./start-foot.tsx";
import { TextSource } from "./text-source.tsx";
import { useFindings } from "./use-findings.ts";
import { count } from "../../format/text.ts";
import { useQueries } from "@tanstack/react-query";
import { useHost } from "../../host/context.tsx";

interface RolloutDialogProps {
  readonly fleetId: number;
  readonly grid: GridFrame;
  /** Initial values; by default the configuration of a replica. */
  readonly begin?: RolloutBeginning | undefined;
  readonly onClose: () => void;
}

export type RolloutBeginning = Pick<RolloutPlan, "model" | "text" | "note">;

const ON_FAILURE = [
  { value: "putBackAll", label: "Stop and restore all replicas" },
  { value: "putBackOne", label: "Stop and restore that replica" },
  { value: "stop", label: "Stop and leave everything as it is" },
];

/** Configures a rollout: text, replicas, and limits. */
export function RolloutDialog({ fleetId, grid, begin, onClose }: RolloutDialogProps) {
  const [model, setModel] = useState(begin?.model ?? grid.models[0] ?? "");
  const [text, setText] = useState(begin?.text ?? "");
  const [note, setNote] = useState(begin?.note ?? "");
  const [seconds, setSeconds] = useState("30");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [limits, setLimits] = useState<RolloutPlan["limits"]>({
    failureShare: 0.01,
    rejectedShare: 0.01,
    queueTimes: 2,
    latencyTimes: 1.5,
  });
  const [onFailure, setOnFailure] = useState<RolloutPlan["onFailure"]>("putBackAll");
  const [probe, setProbe] = useProbeDraft();
  const [maxFailed, setMaxFailed] = useState("0");
  const start = useAction("fleets.startRollout");
  const index = grid.models.indexOf(model);
  const having = grid.replicas.filter(({ cells }) => cells[index]);
  const chosen = having.filter(({ key }) => !left.has(key));
  const watchSeconds = Number(seconds);
  const secondsWrong = !Number.isInteger(watchSeconds) || watchSeconds < 0 || watchSeconds > 3600;
  const probeReason = useProbeReason(chosen[0]?.serverId, model);
  const options = probeReason === null ? probeOptionsIn(probe) : null;
  const maxFailedWrong = options !== null && !/^\d{1,5}$/.test(maxFailed);
  const findings = useFindings(model, text);
  const settled = useSettled(text);
  const nothing = useChangesNothing({ replicas: chosen, index, model, text: settled });
  const against = blockingReason({
    text,
    chosen: chosen.length,
    refusing: findings.refusing,
    secondsWrong,
    probeWrong: maxFailedWrong || (probeReason === null && isProbeWrong(probe)),
    nothing: nothing && settled === text,
  });
  const changeText = (next: string) => {
    setText(next);
    start.reset();
  };
  const go = () =>
    start.mutate(
      {
        fleetId,
        model,
        text,
        note: note.trim(),
        replicas: chosen.map(({ key }) => key),
        watchSeconds,
        limits,
        onFailure,
        probe: options && { ...options, maxFailed: Number(maxFailed) },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title="Roll out a configuration"
      description="As an override on each server, one replica at a time. Files of model repositories are not written."
      actions={
        <StartFoot
          replicas={chosen.length}
          against={against}
          busy={start.isPending}
          refusal={start.error}
          onStart={go}
          onCancel={onClose}
        />
      }
    >
      <div className="grid grid-cols-[3fr_2fr] gap-6">
        <div className="flex min-w-0 flex-col gap-3">
          <Field label="Model">
            {(control) => (
              <Select
                {...control}
                value={model}
                options={grid.models.map((name) => ({ value: name, label: name }))}
                onPick={(name) => {
                  if (name === model) return;
                  setModel(name);
                  changeText("");
                }}
              />
            )}
          </Field>
          <TextSource
            key={model}
            replicas={having}
            {...{ model, text, findings }}
            onText={changeText}
          />
          <Effect
            serverId={chosen[0]?.serverId}
            name={chosen[0]?.name ?? ""}
            {...{ model, text: settled }}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <ReplicaChoice
            replicas={having}
            left={left}
            onLeft={(next) => {
              setLeft(next);
              start.reset();
            }}
          />
          <TextField
            label="Observe each replica for, s"
            help="Before and after the change. 0: check only the load and the configuration read back."
            value={seconds}
            error={secondsWrong ? "A whole number from 0 to 3600." : null}
            onChange={setSeconds}
          />
          {watchSeconds > 0 && <Limits limits={limits} onChange={setLimits} />}
          <ProbeChoice
            label="Probe each replica while it changes"
            draft={probe}
            onChange={setProbe}
            reason={probeReason}
          />
          {options && (
            <TextField
              label="Stop when more requests of a replica's probe fail or are lost than"
              value={maxFailed}
              error={maxFailedWrong ? "A whole number from 0 to 99999." : null}
              onChange={setMaxFailed}
            />
          )}
          <Field label="When a check fails">
            {(control) => (
              <Select
                {...control}
                value={onFailure}
                options={ON_FAILURE}
                onPick={(value) => setOnFailure(value as RolloutPlan["onFailure"])}
              />
            )}
          </Field>
          <TextField label="Note" maxLength={500} value={note} onChange={setNote} />
        </div>
      </div>
    </Dialog>
  );
}

interface Planned {
  readonly text: string;
  /** Number of selected replicas. */
  readonly chosen: number;
  /** Number of findings for which the host rejects the text. */
  readonly refusing: number;
  readonly secondsWrong: boolean;
  readonly probeWrong: boolean;
  /** Every selected replica already serves with the text. */
  readonly nothing: boolean;
}

/** Why a rollout can't start as planned, as a sentence; null if it can. */
function blockingReason(planned: Planned): string | null {
  const { text, chosen, refusing, secondsWrong, probeWrong, nothing } = planned;
  if (text.trim() === "") return "There is no text to roll out yet.";
  if (refusing > 0)
    return `Servers would reject this text: ${count(refusing, "error", "errors")} below it.`;
  if (chosen === 0) return "No replica is chosen.";
  if (secondsWrong) return "The observation time must be a whole number from 0 to 3600.";
  if (probeWrong) return "Check the fields of the probe.";
  if (nothing) return "No replica would change: all serve this configuration already.";
  return null;
}

/** With more distinct configurations, effects aren't computed. */
const MAX_PREVIEWS = 8;

interface Question {
  readonly replicas: readonly GridReplica[];
  /** The model's index in the grid. */
  readonly index: number;
  readonly model: string;
  /** The text after a pause in typing. */
  readonly text: string;
}

/** Whether the text changes nothing on any of the replicas; false while unknown for some. */
function useChangesNothing({ replicas, index, model, text }: Question): boolean {
  const { client } = useHost();
  const asked = oneOfEach(replicas, index);
  const answers = useQueries({
    queries: asked.map(({ serverId }) => {
      const params = { serverId, model, text };
      return {
        queryKey: ["configs.effect", params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("configs.effect", params, { signal }),
        enabled: text.trim() !== "",
      };
    }),
  });
  return answers.length > 0 && answers.every(({ data }) => data?.kind === "none");
}

/** The first replica of each configuration; empty if some aren't known yet, or if they are too many. */
function oneOfEach(replicas: readonly GridReplica[], index: number): GridReplica[] {
  const first = new Map<number, GridReplica>();
  for (const replica of replicas) {
    const configuration = replica.cells[index]?.configuration ?? null;
    if (configuration === null) return [];
    if (!first.has(configuration)) first.set(configuration, replica);
  }
  return first.size > MAX_PREVIEWS ? [] : [...first.values()];
}
