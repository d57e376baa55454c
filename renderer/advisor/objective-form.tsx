import { type FormEvent, useState } from "react";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { showError, showSuccess } from "../ui/toasts.tsx";

/** Edits a model's latency objective; without one there is no advice about latency. */
export function ObjectiveForm({ serverId, model }: { serverId: string; model: string }) {
  const { data } = useRequest("advisor.objective", { serverId, model });
  if (!data) return null;
  return <Form key={data.p99Ms} serverId={serverId} model={model} p99Ms={data.p99Ms} />;
}

function Form(props: { serverId: string; model: string; p99Ms: number | null }) {
  const { serverId, model, p99Ms } = props;
  const [typed, setTyped] = useState(p99Ms === null ? "" : String(p99Ms));
  const set = useAction("advisor.setObjective", ["advisor.objective"]);
  const value = typed.trim() === "" ? null : Number(typed);
  const wrong = value !== null && !(value > 0 && value <= 3_600_000);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong) return;
    set.mutate(
      { serverId, model, p99Ms: value },
      {
        onSuccess: () =>
          showSuccess(
            value === null
              ? `Latency objective of ${model} removed.`
              : `Latency objective of ${model}: p99 ≤ ${value} ms.`,
          ),
        onError: (error) => showError("Can't save the latency objective.", error),
      },
    );
  };
  return (
    <form
      onSubmit={submit}
      className="flex items-start gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <Field
        label="Latency objective, p99 in ms"
        help="Advice reports when it is missed. Leave empty for none."
        className="w-80"
        error={wrong ? `“${typed}” is not a number of ms above 0.` : null}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6" disabled={wrong || value === p99Ms || set.isPending}>
        Save
      </Button>
    </form>
  );
}
