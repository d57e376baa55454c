import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { minutesProblem } from "./minutes.ts";

interface AddWatchDialogProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

/** Adds a watch, which repeats an experiment on schedule with its result as the baseline. */
export function AddWatchDialog({ experiment, onClose }: AddWatchDialogProps) {
  const [name, setName] = useState(experiment.name.slice(0, 120));
  const [minutes, setMinutes] = useState("60");
  const navigate = useNavigate();
  const add = useAction("lab.addWatch", ["lab.watches"]);
  const problem = minutesProblem(minutes);
  const ready = name.trim() !== "" && problem === null && !add.isPending;
  const save = () =>
    add.mutate(
      { baseline: experiment.id, name: name.trim(), everyMinutes: Number(minutes) },
      { onSuccess: () => void navigate({ to: "/experiments" }) },
    );
  const onKeyDown = ({ key }: KeyboardEvent) => key === "Enter" && ready && save();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Watch for regressions"
      description={`Repeats “${experiment.name}” while the console is open and compares each result with this one.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!ready} onClick={save}>
            Watch
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {add.error && <ErrorNotice title="Can't add the watch" error={add.error} />}
        <Field label="Name">
          {(control) => (
            <TextInput
              {...control}
              maxLength={120}
              value={name}
              onChange={(event) => setName(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <Field
          label="Every, minutes"
          help="Each run takes as long as the experiment did and loads the server."
          error={problem}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              className="w-28"
              value={minutes}
              onChange={(event) => setMinutes(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
