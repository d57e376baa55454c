import { useState } from "react";
import type { GridFrame, RolloutPlan } from "../../../main/contract/index.ts";
import { TextField } from "../../connections/text-field.tsx";
import { FieldChanges } from "../../config/field-changes.tsx";
import { useAction, useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { Limits } from "./limits.tsx";
import { TextSource } from "./text-source.tsx";

interface RolloutDialogProps {
  readonly fleetId: number;
  readonly grid: GridFrame;
  readonly onClose: () => void;
}

const ON_FAILURE = [
  { value: "putBackAll", label: "Stop, and put all replicas back" },
  { value: "putBackOne", label: "Stop, and put that replica back" },
  { value: "stop", label: "Stop, and leave everything as it is" },
];

/** What is rolled out, over which replicas, and when it must stop. */
export function RolloutDialog({ fleetId, grid, onClose }: RolloutDialogProps) {
  const [model, setModel] = useState(grid.models[0] ?? "");
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const [seconds, setSeconds] = useState("30");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [limits, setLimits] = useState<RolloutPlan["limits"]>({
    failureShare: 0.01,
    rejectedShare: 0.01,
    queueTimes: 2,
    latencyTimes: 1.5,
  });
  const [onFailure, setOnFailure] = useState<RolloutPlan["onFailure"]>("putBackAll");
  const start = useAction("fleets.startRollout");
  const index = grid.models.indexOf(model);
  const having = grid.replicas.filter(({ cells }) => cells[index]);
  const chosen = having.filter(({ key }) => !left.has(key));
  const watchSeconds = Number(seconds);
  const secondsWrong = !Number.isInteger(watchSeconds) || watchSeconds < 0 || watchSeconds > 3600;
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
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={start.isPending || text.trim() === "" || chosen.length === 0 || secondsWrong}
            onClick={go}
          >
            Roll out over {chosen.length === 1 ? "1 replica" : `${chosen.length} replicas`}
          </Button>
        </>
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
                  setText("");
                }}
              />
            )}
          </Field>
          <TextSource key={model} model={model} replicas={having} text={text} onText={setText} />
          <Effect
            serverId={chosen[0]?.serverId}
            name={chosen[0]?.name ?? ""}
            {...{ model, text }}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <fieldset className="flex flex-col gap-1">
            <legend className="mb-1 font-medium">Replicas, in this order</legend>
            <div className="flex max-h-44 flex-col gap-1 overflow-auto" tabIndex={-1}>
              {having.map(({ key, name, state }) => (
                <label key={key} className="flex items-center gap-2">
                  <input
                    type="checkbox"
                    checked={!left.has(key)}
                    onChange={(event) => {
                      const next = new Set(left);
                      if (event.target.checked) next.delete(key);
                      else next.add(key);
                      setLeft(next);
                    }}
                  />
                  {name}
                  {state !== "live" && <span className="text-bad text-xs">does not answer</span>}
                </label>
              ))}
            </div>
          </fieldset>
          <TextField
            label="Watch each for, s"
            help="Before the change and after it. 0: the load and the reading back are all that is checked."
            value={seconds}
            error={secondsWrong ? "It must be a whole number from 0 to 3600." : null}
            onChange={setSeconds}
          />
          {watchSeconds > 0 && <Limits limits={limits} onChange={setLimits} />}
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
      {start.error && (
        <div className="pt-3">
          <ErrorNotice title="The roll-out was not started" error={start.error} />
        </div>
      )}
    </Dialog>
  );
}

interface EffectProps {
  readonly serverId: string | undefined;
  readonly name: string;
  readonly model: string;
  readonly text: string;
}

/** What the text changes on the first replica. */
function Effect({ serverId, name, model, text }: EffectProps) {
  const settled = useSettled(text);
  const { data } = useRequest(
    "configs.effect",
    { serverId: serverId ?? "", model, text: settled },
    { enabled: serverId !== undefined && settled.trim() !== "", keepPrevious: true },
  );
  if (!data || text.trim() === "") return null;
  if (data.kind === "refused" || data.kind === "unknown")
    return (
      <Notice tone="warn" title="It could not be said what this changes">
        {data.reason}
      </Notice>
    );
  if (data.changes.length === 0)
    return <p className="text-muted">Nothing changes on {name}: it serves with this already.</p>;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-muted">
        On {name}, the first: {data.reason}
      </p>
      <FieldChanges label="Changed fields" changes={data.changes} />
    </div>
  );
}
