import { useState } from "react";
import type { Experiment } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { tellError } from "../ui/toasts.tsx";

interface RenameDialogProps {
  readonly experiment: Experiment;
  readonly onClose: () => void;
}

export function RenameDialog({ experiment, onClose }: RenameDialogProps) {
  const [name, setName] = useState(experiment.name);
  const rename = useAction("lab.update", ["lab.get", "lab.list"]);
  const save = () =>
    rename.mutate(
      { id: experiment.id, name: name.trim() },
      {
        onSuccess: onClose,
        onError: (error) => tellError("The experiment was not renamed.", error),
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename the experiment"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={name.trim() === "" || rename.isPending} onClick={save}>
            Rename
          </Button>
        </>
      }
    >
      <Field label="Name">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && name.trim() !== "" && save()}
          />
        )}
      </Field>
    </Dialog>
  );
}
