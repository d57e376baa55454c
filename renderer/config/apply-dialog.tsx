import { useState } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { StatusError } from "../../engine/protocol/status.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { tellSuccess } from "../ui/toasts.tsx";
import { TextDiff } from "./text-diff.tsx";

interface ApplyDialogProps {
  readonly config: ConfigState;
  readonly text: string;
  readonly baseEtag: string;
  /** Errors the editor still shows. */
  readonly errors: number;
  readonly onApplied: (config: ConfigState) => void;
  readonly onRefused: (error: StatusError) => void;
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

/** The change as a diff, a note for the history, and the button that makes it so. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { config, text, baseEtag, errors, onApplied, onRefused, onConflict, onClose } = props;
  const { serverId, model } = config;
  const [note, setNote] = useState("");
  const apply = useAction("configs.apply");
  const run = () =>
    apply.mutate(
      { serverId, model, text, baseEtag, note: note.trim() },
      {
        onSuccess: (applied) => {
          tellSuccess(
            `${model} serves with the new configuration`,
            "It is in the history, to go back to.",
          );
          onApplied(applied);
        },
        onError: (thrown) => {
          const error = StatusError.from(thrown);
          if (error.code === "ABORTED") onConflict();
          else onRefused(error);
        },
      },
    );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={`Apply to ${model}`}
      description="The server loads the model with this text; only when it serves is config.pbtxt written."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={run} disabled={apply.isPending}>
            {apply.isPending ? "Loading the model…" : "Apply"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {apply.error && (
          <Notice tone="bad" title="Not applied: the model serves as before, and the draft is kept">
            {apply.error.message}
          </Notice>
        )}
        {errors > 0 && !apply.error && (
          <Notice tone="warn" title={`The text has ${errors} ${errors === 1 ? "error" : "errors"}`}>
            The server will most likely refuse it; what serves now would go on serving.
          </Notice>
        )}
        <TextDiff before={config.text} after={text} labels={["In force", "Draft"]} />
        <Field label="Note" help="Optional: why this change. It stands in the history.">
          {(control) => (
            <TextInput
              {...control}
              value={note}
              maxLength={200}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => event.key === "Enter" && !apply.isPending && run()}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
