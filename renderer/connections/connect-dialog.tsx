import { useEffect, useRef, useState } from "react";
import type { ConnectionDraft, ShownConnection } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { tellSuccess } from "../ui/toasts.tsx";
import { AddressFields } from "./address-fields.tsx";
import { EncryptionNotice } from "./encryption-notice.tsx";
import { errorElsewhere, toFieldError } from "../host/connection-form/field-errors.ts";
import { type ConnectionForm, toDraft, emptyForm, toForm } from "../host/connection-form/form.ts";
import { FormContext } from "../host/connection-form/form-context.ts";
import { kindLooks, REMOTE_KINDS } from "../host/kinds.tsx";
import { NamedModelsField } from "./named-models-field.tsx";
import { RecognitionView } from "./recognition-view.tsx";
import { HeaderFields, ProxyField, SignInFields } from "../host/connection-form/sign-in-fields.tsx";
import { TextField } from "../ui/text-field.tsx";
import { TlsFields } from "../host/connection-form/tls-fields.tsx";

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

/** Connects a server, or changes how one is reached. */
export function ConnectDialog({ edited, onClose }: ConnectDialogProps) {
  const [form, setForm] = useState(() => (edited ? toForm(edited.connection) : emptyForm));
  const add = useAction("servers.add");
  const edit = useAction("servers.edit", ["servers.connection"]);
  const test = useAction("servers.recognise");
  const failed = add.error ?? edit.error ?? test.error;
  const error = toFieldError(failed);
  const elsewhere = errorElsewhere(error);
  const busy = add.isPending || edit.isPending;
  const change = (part: Partial<ConnectionForm>) => setForm((now) => ({ ...now, ...part }));
  const outcome = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (test.data ?? failed) outcome.current?.scrollIntoView({ block: "nearest" });
  }, [test.data, failed]);
  const empty = form.http.trim() === "" && form.grpc.trim() === "";
  const clear = () => [add, edit, test].forEach((each) => each.reset());
  const save = () => {
    clear();
    const connection = toDraft(form);
    const done = (title: string) => {
      tellSuccess(title, "The list shows whether it answers.");
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
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={edited ? `Edit ${edited.name}` : "Connect a server"}
      description="Triton, vLLM, KServe, MLServer, OpenVINO, TorchServe, TensorFlow Serving or Ray Serve."
      actions={
        <>
          <Button className="mr-auto" disabled={empty || test.isPending} onClick={ask}>
            {test.isPending ? "Asking…" : "Test connection"}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form="connection" disabled={empty || busy}>
            {edited ? "Save" : "Connect"}
          </Button>
        </>
      }
    >
      <FormContext value={{ form, change, error, found: test.data?.kind ?? null }}>
        <form
          id="connection"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!empty && !busy) save();
          }}
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
          <TlsFields />
          <SignInFields />
          <HeaderFields />
          <ProxyField />
          <div ref={outcome} className="flex scroll-mb-4 flex-col gap-3 empty:hidden">
            {test.data && <RecognitionView found={test.data} />}
            {elsewhere && failed && (
              <ErrorNotice title={failedTitle(test.error, edited)} error={failed} />
            )}
            {error && !elsewhere && <Notice tone="bad" title="Fix the marked field above" />}
          </div>
        </form>
      </FormContext>
    </Dialog>
  );
}

/** As the host names it. */
function defaultName({ name, http, grpc }: ConnectionDraft): string {
  return name || (grpc || http).replace(/^[a-z]+:\/\//i, "");
}

function failedTitle(test: Error | null, edited: Edited | null): string {
  if (test) return "Can't reach the server";
  return edited ? `${edited.name} was not changed` : "The server was not added";
}
