import { type FormEvent, useState } from "react";
import type { ExperimentStep } from "../../../main/contract/index.ts";
import { useAction } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { showError } from "../../ui/toasts.tsx";

interface AdjustLoadProps {
  readonly id: number;
  readonly load: ExperimentStep["load"];
}

/** Changes the load of the running step. */
export function AdjustLoad({ id, load }: AdjustLoadProps) {
  const [text, setText] = useState(String(load.value));
  const adjust = useAction("lab.adjust");
  const value = Number(text);
  const whole = load.kind === "concurrency";
  const ok = value > 0 && Number.isFinite(value) && (!whole || Number.isInteger(value));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ok) return;
    adjust.mutate(
      { id, value },
      { onError: (error) => showError("Can't change the load.", error) },
    );
  };
  return (
    <form onSubmit={submit}>
      <Field
        label={whole ? "Clients" : "Requests per second"}
        help="Changes the running step, which is marked as changed."
        error={
          ok || text === "" ? null : `“${text}” is not a ${whole ? "whole " : ""}number above 0.`
        }
      >
        {(control) => (
          <span className="flex gap-2">
            <TextInput
              {...control}
              className="w-28"
              inputMode="decimal"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" disabled={!ok || adjust.isPending || value === load.value}>
              Change the load
            </Button>
          </span>
        )}
      </Field>
    </form>
  );
}
