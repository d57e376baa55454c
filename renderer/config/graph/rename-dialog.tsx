import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { allTensors, type Ensemble } from "./ensemble.ts";

interface RenameDialogProps {
  readonly ensemble: Ensemble;
  readonly tensor: string;
  readonly onRename: (name: string) => void;
  readonly onClose: () => void;
}

export function RenameDialog({ ensemble, tensor, onRename, onClose }: RenameDialogProps) {
  const [name, setName] = useState(tensor);
  const taken = name !== tensor && allTensors(ensemble).includes(name);
  const outside = ensemble.inputs.includes(tensor) || ensemble.outputs.includes(tensor);
  const error = name === "" ? "Enter a name." : taken ? `A tensor ${name} already exists.` : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rename tensor ${tensor}`}
      description={
        outside
          ? "Clients use this name: they must switch to the new one."
          : "It is renamed in every step that writes or reads it."
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={error !== null || name === tensor}
            onClick={() => onRename(name)}
          >
            Rename
          </Button>
        </>
      }
    >
      <Field label="New name" error={error}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && error === null && name !== tensor) onRename(name);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}
