import { useState } from "react";
import { StatusError } from "../../base/status-error.ts";
import type { KnownContext } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Field, Select, TextInput } from "../ui/field.tsx";
import { showError } from "../ui/toasts.tsx";

/** Selects a namespace, with a text field if listing them isn't allowed. */
export function NamespaceChoice({ context }: { context: KnownContext }) {
  const { id, path, namespace } = context;
  const [typed, setTyped] = useState(namespace);
  const { data, error } = useRequest("kubernetes.namespaces", { id });
  const open = useAction("kubernetes.open", ["kubernetes.known"]);
  const pick = (next: string) =>
    open.mutate(
      { path, context: context.context, namespace: next },
      { onError: (failure) => showError(`Can't use the namespace '${next}'.`, failure) },
    );
  // Other errors mean that the cluster doesn't answer, which the card shows.
  if (error && StatusError.from(error).code === "PERMISSION_DENIED")
    return (
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          pick(typed.trim());
        }}
      >
        <Field
          label="Namespace"
          className="w-60"
          help="Namespaces can't be listed here. Empty: all of them."
        >
          {(control) => (
            <TextInput
              {...control}
              className="w-60"
              spellCheck={false}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="mt-[1.375rem]" disabled={typed.trim() === namespace}>
          Open
        </Button>
      </form>
    );
  const names = [...new Set([...(data ?? []), ...(namespace ? [namespace] : [])])].sort();
  return (
    <Field label="Namespace">
      {(control) => (
        <Select
          {...control}
          className="w-60"
          options={[
            { value: "", label: "All namespaces" },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          value={namespace}
          onPick={pick}
        />
      )}
    </Field>
  );
}
