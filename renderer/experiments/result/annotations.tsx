import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useAction } from "../../host/requests.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { stepName } from "../../figures/experiment-text.ts";

const WHOLE = "whole";

/** An experiment's annotations: a note, and remarks on the experiment or a step. */
export function Annotations({ experiment }: { experiment: Experiment }) {
  const { id, annotations, steps } = experiment;
  const now = useNow(60_000);
  const remove = useAction("lab.removeAnnotation", ["lab.get"]);
  return (
    <Card title="Notes">
      <div className="grid grid-cols-1 gap-4 px-4 py-3 xl:grid-cols-2">
        <NoteField key={experiment.note} experiment={experiment} />
        <div className="flex flex-col gap-3">
          <AddAnnotation experiment={experiment} />
          <ul aria-label="Remarks" className="flex flex-col gap-1">
            {annotations.map(({ id: annotation, time, step, text }) => {
              const about = step === null ? undefined : steps[step];
              return (
                <li key={annotation} className="flex items-start gap-2">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    <span className="text-muted text-xs">
                      {formatMoment(time, now)}
                      {about && `, ${stepName(experiment, about)}`}
                    </span>
                    <span className="block">{text}</span>
                  </span>
                  <AskFirst
                    title={`Delete remark “${text.slice(0, 40)}”?`}
                    consequence="This can't be undone."
                    verb="Delete remark"
                    onConfirm={() =>
                      remove.mutate(
                        { id, annotation },
                        { onError: (error) => showError("Can't delete the remark", error) },
                      )
                    }
                  >
                    {(ask) => (
                      <IconButton label={`Delete remark “${text.slice(0, 40)}”`} onClick={ask}>
                        <Trash2 aria-hidden="true" />
                      </IconButton>
                    )}
                  </AskFirst>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </Card>
  );
}

function AddAnnotation({ experiment }: { experiment: Experiment }) {
  const { id, steps } = experiment;
  const [text, setText] = useState("");
  const [about, setAbout] = useState(WHOLE);
  const add = useAction("lab.annotate", ["lab.get"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    add.mutate(
      { id, step: about === WHOLE ? null : Number(about), text: text.trim() },
      {
        onSuccess: () => setText(""),
        onError: (error) => showError("Can't save the remark.", error),
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label="Remark" className="min-w-48 flex-1">
        {(control) => (
          <TextInput
            {...control}
            maxLength={2000}
            value={text}
            placeholder="What happened, or what it means"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Select
        aria-label="The remark is about"
        value={about}
        options={[
          { value: WHOLE, label: "Entire run" },
          ...steps.map((step, index) => ({
            value: String(index),
            label: stepName(experiment, step),
          })),
        ]}
        onPick={setAbout}
      />
      <Button type="submit" disabled={text.trim() === "" || add.isPending}>
        Add
      </Button>
    </form>
  );
}

/** The note on the experiment. */
function NoteField({ experiment }: { experiment: Experiment }) {
  const { id, note } = experiment;
  const [text, setText] = useState(note);
  const update = useAction("lab.update", ["lab.get", "lab.list"]);
  const save = () =>
    update.mutate(
      { id, note: text },
      { onError: (error) => showError("Can't save the note.", error) },
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
