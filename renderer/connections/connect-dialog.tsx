import { useState } from "react";
import type { ConnectionDraft, ShownConnection } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Field, Select } from "../ui/field.tsx";
import { showSuccess } from "../ui/toasts.tsx";
import { AddressFields } from "./address-fields.tsx";
import { EncryptionNotice } from "./encryption-notice.tsx";
import { ConnectionDialog } from "../host/connection-form/connection-dialog.tsx";
import { toFieldError } from "../host/connection-form/field-errors.ts";
import { type ConnectionForm, toDraft, emptyForm, toForm } from "../host/connection-form/form.ts";
import { kindLooks, REMOTE_KINDS } from "../host/kinds.tsx";
import { NamedModelsField } from "./named-models-field.tsx";
import { RecognitionView } from "./recognition-view.tsx";
import { TextField } from "../ui/text-field.tsx";

interface Edited {
  readonly serverId: string;
  readonly name: string;
  readonly connection: ShownConnection;
}

interface ConnectDialogProps {
  /** Null: a new connection. */
  readonly edited: Edited | null;
  readonly onClose: () => void;
}

const kinds = [
  { value: "auto", label: "Auto-detect" },
  ...REMOTE_KINDS.map((kind) => ({ value: kind, label: kindLooks[kind].name })),
];

/** Connects a server, or edits its connection. */
export function ConnectDialog({ edited, onClose }: ConnectDialogProps) {
  const [form, setForm] = useState(() => (edited ? toForm(edited.connection) : emptyForm));
  const add = useAction("servers.add");
  const edit = useAction("servers.edit", ["servers.connection"]);
  const test = useAction("servers.recognise");
  const failed = add.error ?? edit.error ?? test.error;
  const change = (part: Partial<ConnectionForm>) => setForm((now) => ({ ...now, ...part }));
  const clear = () => [add, edit, test].forEach((each) => each.reset());
  const save = () => {
    clear();
    const connection = toDraft(form);
    const done = (title: string) => {
      showSuccess(title, "The list shows whether it answers.");
      onClose();
    };
    if (edited) {
      const { serverId, name } = edited;
      edit.mutate({ serverId, connection }, { onSuccess: () => done(`${name} was changed`) });
    } else
      add.mutate(connection, { onSuccess: () => done(`${defaultName(connection)} was added`) });
  };
  const ask = () => {
    clear();
    test.mutate({ connection: toDraft(form), serverId: edited?.serverId ?? null });
  };
  return (
    <ConnectionDialog
      title={edited ? `Edit ${edited.name}` : "Connect a server"}
      description="Triton, vLLM, KServe, MLServer, OpenVINO, TorchServe, TensorFlow Serving or Ray Serve."
      state={{ form, change, error: toFieldError(failed), found: test.data?.kind ?? null }}
      hasAddress={form.http.trim() !== "" || form.grpc.trim() !== ""}
      isNew={edited === null}
      saving={add.isPending || edit.isPending}
      testing={test.isPending}
      onTest={ask}
      onSave={save}
      onClose={onClose}
      result={test.data ? <RecognitionView found={test.data} /> : null}
      failure={failed && { title: failureTitle(test.error, edited), error: failed }}
    >
      <AddressFields />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Name"
          help="Left empty: the address."
          example="Production, replica 1"
          maxLength={100}
          value={form.name}
          onChange={(name) => change({ name })}
        />
        <Field label="Kind" help="The kind of server, which decides how it is queried.">
          {(control) => (
            <Select
              {...control}
              value={form.kind}
              options={kinds}
              onPick={(kind) => change({ kind: kind as ConnectionForm["kind"] })}
            />
          )}
        </Field>
      </div>
      <NamedModelsField />
      <EncryptionNotice />
    </ConnectionDialog>
  );
}

/** The name that the host would choose. */
function defaultName({ name, http, grpc }: ConnectionDraft): string {
  return name || (grpc || http).replace(/^[a-z]+:\/\//i, "");
}

function failureTitle(test: Error | null, edited: Edited | null): string {
  if (test) return "Can't reach the server";
  return edited ? `Can't change ${edited.name}` : "Can't add the server";
}
