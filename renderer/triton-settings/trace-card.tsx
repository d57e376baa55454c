import { useState } from "react";
import type { TritonTrace } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { useObserved } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { TraceForm } from "./trace-form.tsx";

const SERVER = "";

/** Trace settings of the server, and of each model with its own. */
export function TraceCard({ serverId }: { serverId: string }) {
  const [model, setModel] = useState(SERVER);
  const frame = useObserved(serverId);
  const current = useRequest("tritonSettings.trace", { serverId, model });
  const change = useAction("tritonSettings.changeTrace", [
    "tritonSettings.trace",
    "traces.sampling",
  ]);
  const ready = frame?.models.filter(({ state }) => state === "ready") ?? [];
  const pick = (next: string) => {
    change.reset();
    setModel(next);
  };
  return (
    <Card title="Tracing">
      <div className="flex flex-col gap-4 p-4">
        <Field
          label="Settings of"
          className="max-w-80"
          help="A model uses the server's value for each setting that it does not override."
        >
          {(props) => (
            <Select
              {...props}
              value={model}
              onPick={pick}
              options={[
                { value: SERVER, label: "The whole server" },
                ...ready.map(({ name }) => ({ value: name, label: name })),
              ]}
            />
          )}
        </Field>
        {current.error ? (
          <ErrorNotice
            title="The server doesn't report its trace settings"
            error={current.error}
            retry={<Button onClick={() => void current.refetch()}>Retry</Button>}
          />
        ) : current.data ? (
          <TraceForm
            key={`${serverId} ${model}`}
            current={current.data}
            ofModel={model !== SERVER}
            change={{
              pending: change.isPending,
              error: change.error,
              send: (changes: TritonTrace, done: (answered: TritonTrace) => void) =>
                change.mutate({ serverId, model, changes }, { onSuccess: done }),
            }}
          />
        ) : (
          <p className="text-muted">Asking the server…</p>
        )}
      </div>
    </Card>
  );
}
