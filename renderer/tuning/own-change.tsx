import { useId, useState } from "react";
import type { Knob, Proposal } from "../../main/contract/index.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { knobs } from "./tuning-text.ts";

interface OwnChangeProps {
  readonly present: string;
  readonly onMeasure: (change: Omit<Proposal, "possible">) => void;
  readonly onClose: () => void;
}

/** A change that was not proposed. */
export function OwnChange({ present, onMeasure, onClose }: OwnChangeProps) {
  const [knob, setKnob] = useState<Knob>("batch-size");
  const [title, setTitle] = useState("");
  const [configText, setText] = useState(present);
  const note = useId();
  const same = configText === present;
  const wrong = title.trim() === "" ? "Enter a name." : same ? "Edit the configuration." : null;
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="Custom change"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            disabled={wrong !== null}
            aria-describedby={note}
            onClick={() => onMeasure({ knob, title: title.trim(), reason: "", configText })}
          >
            Measure
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap gap-4">
          <Field label="Name" className="min-w-64 flex-1">
            {(control) => (
              <TextInput
                {...control}
                value={title}
                maxLength={80}
                placeholder="Two instances and no delay"
                onChange={(event) => setTitle(event.target.value)}
              />
            )}
          </Field>
          <Field label="Knob">
            {(control) => (
              <Select
                {...control}
                value={knob}
                onPick={(value) => setKnob(value as Knob)}
                options={Object.entries(knobs).map(([value, label]) => ({ value, label }))}
              />
            )}
          </Field>
        </div>
        <Field
          label="Configuration"
          help="Change one knob at a time, so that the result shows what helped."
        >
          {(control) => (
            <textarea
              {...control}
              spellCheck={false}
              rows={18}
              className="rounded-md border border-line-strong bg-surface px-2.5 py-2 font-mono text-ink text-xs"
              value={configText}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p id={note} role="status" className="text-muted">
          {wrong ?? "The server checks the configuration when it is applied."}
        </p>
      </div>
    </Dialog>
  );
}
