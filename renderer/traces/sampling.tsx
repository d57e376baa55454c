import { useState } from "react";
import { useAction, useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";

const SUGGESTED = "100";

/** Enables and disables the sampling of a model's requests at a rate. */
export function Sampling({ serverId, model }: { serverId: string; model: string }) {
  const { data, error } = useRequest("traces.sampling", { serverId, model });
  const set = useAction("traces.setSampling", ["traces.sampling"]);
  const [typed, setTyped] = useState<string | null>(null);
  if (error) return <ErrorNotice title="Can't read the sampling rate" error={error} />;
  const rate = data?.rate ?? null;
  const text = typed ?? String(rate ?? SUGGESTED);
  const wanted = Number(text);
  const wrong =
    Number.isInteger(wanted) && wanted >= 1
      ? null
      : "Enter a whole number of at least 1. 1 traces every request.";
  const apply = (next: number | null) =>
    set.mutate(
      { serverId, model, rate: next },
      {
        onSuccess: () => setTyped(null),
        onError: (failure) => showError("Can't set the sampling rate.", failure),
      },
    );
  return (
    <form
      aria-label={`Trace sampling of ${model}`}
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!wrong) apply(wanted);
      }}
    >
      <Field label="Trace one request in" error={wrong}>
        {(props) => (
          <TextInput
            {...props}
            inputMode="numeric"
            className="w-28"
            value={text}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <span className="mt-6 flex items-center gap-2">
        <Button
          type="submit"
          look={rate === null ? "primary" : "secondary"}
          disabled={wrong !== null || set.isPending || (rate !== null && wanted === rate)}
        >
          {rate === null ? "Start tracing" : "Change the rate"}
        </Button>
        {rate !== null && (
          <Button disabled={set.isPending} onClick={() => apply(null)}>
            Stop tracing
          </Button>
        )}
        {rate === null ? (
          <Badge>Off</Badge>
        ) : (
          <Badge tone="good">
            {rate === 1 ? "On: every request" : `On: one request in ${rate}`}
          </Badge>
        )}
      </span>
    </form>
  );
}
