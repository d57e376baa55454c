import { useState } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { tellError } from "../../ui/toasts.tsx";

/** One note about all of an experiment. */
export function NoteField({ experiment }: { experiment: Experiment }) {
  const { id, note } = experiment;
  const [text, setText] = useState(note);
  const update = useAction("lab.update", ["lab.get", "lab.list"]);
  const save = () =>
    update.mutate(
      { id, note: text },
      { onError: (error) => tellError("The note was not saved.", error) },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label="Note" className="w-full">
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={20_000}
            placeholder="Why it was run, and what was learned"
            className="rounded-md border border-line-strong bg-surface px-2.5 py-1.5 placeholder:text-muted"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {text !== note && (
        <Button disabled={update.isPending} onClick={save}>
          Keep the note
        </Button>
      )}
    </div>
  );
}
