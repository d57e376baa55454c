import { useState } from "react";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { showSuccess } from "../ui/toasts.tsx";
import { ControlDialog } from "./control-dialog.tsx";
import { FIRST_REGISTRATION, type Registration, readRegistration } from "./registration.ts";

/** Registers a model's archive with TorchServe. */
export function RegisterModel({ serverId }: { readonly serverId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Register a model…</Button>
      {open && <RegisterDialog serverId={serverId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RegisterDialogProps {
  readonly serverId: string;
  readonly onClose: () => void;
}

const numbers = [
  { key: "initialWorkers", label: "Workers", help: "None: it answers only once scaled." },
  { key: "batchSize", label: "Batch size", help: "Requests per batch, at most." },
  {
    key: "maxBatchDelayMs",
    label: "Batching delay, ms",
    help: "Time to wait for a batch to fill.",
  },
] as const;

function RegisterDialog({ serverId, onClose }: RegisterDialogProps) {
  const register = useAction("torchserve.register", ["torchserve.model"]);
  const [typed, setTyped] = useState<Registration>(FIRST_REGISTRATION);
  const { values, wrong } = readRegistration(typed);
  const set = (key: keyof Registration) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [key]: event.target.value });
  const send = () => {
    if (!values) return;
    register.mutate(
      { serverId, ...values, wait: values.initialWorkers > 0 },
      {
        onSuccess: ({ said }) => {
          showSuccess(said);
          onClose();
        },
      },
    );
  };
  return (
    <ControlDialog
      title="Register a model with TorchServe?"
      verb="Register"
      disabled={values === null}
      pending={register.isPending}
      error={register.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Field
        label="Archive"
        help="A .mar file in the model store, or the address of one, https://…"
        error={typed.url === "" ? null : (wrong.url ?? null)}
      >
        {(props) => <TextInput {...props} value={typed.url} onChange={set("url")} />}
      </Field>
      <Field label="Name" help="Empty: the archive's own.">
        {(props) => <TextInput {...props} value={typed.model} onChange={set("model")} />}
      </Field>
      <div className="grid grid-cols-3 gap-4">
        {numbers.map(({ key, label, help }) => (
          <Field key={key} label={label} help={help} error={wrong[key] ?? null}>
            {(props) => (
              <TextInput {...props} inputMode="numeric" value={typed[key]} onChange={set(key)} />
            )}
          </Field>
        ))}
      </div>
      <p className="text-muted">
        The archive’s own code runs on the server. TorchServe allows registering only where it was
        started with --enable-model-api.
      </p>
    </ControlDialog>
  );
}
