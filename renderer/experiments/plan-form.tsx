import { useNavigate } from "@tanstack/react-router";
import { Info, Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ExperimentPlan } from "../../main/contract/index.ts";
import { formatDuration } from "../format/numbers.ts";
import { useHost } from "../host/context.tsx";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { ConcurrencyPicker } from "./concurrency-picker.tsx";
import { draftOf, type PlanDraft, planErrors, plannedSeconds, planOf } from "./plan.ts";

interface PlanFormProps {
  /** To begin from. */
  readonly plan: ExperimentPlan;
  readonly name: string;
  /** What was assumed to make the plan. */
  readonly notes: readonly string[];
}

export function PlanForm({ plan: base, name: suggested, notes }: PlanFormProps) {
  const { client } = useHost();
  const navigate = useNavigate();
  const [name, setName] = useState(suggested);
  const [draft, setDraft] = useState(() => draftOf(base));
  const start = useAction("lab.start", ["lab.list"]);
  const errors = planErrors(draft);
  const ok = Object.keys(errors).length === 0;
  const plan = planOf(draft, base);
  const change = (part: Partial<PlanDraft>) => setDraft({ ...draft, ...part });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ok || start.isPending) return;
    start.mutate(
      { plan, name: name.trim() || base.model },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: "/experiments/$id", params: { id: String(id) } }),
      },
    );
  };
  const number = (
    label: string,
    field: Exclude<keyof PlanDraft, "concurrencies" | "wire" | "shapes">,
    help: string,
  ) => (
    <Field label={label} help={help} error={errors[field] ?? null} className="w-40">
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          value={draft[field]}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-5">
      <Field label="Name" className="max-w-lg">
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={120}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <ConcurrencyPicker
        value={draft.concurrencies}
        error={errors["concurrencies"]}
        onChange={(concurrencies) => change({ concurrencies })}
      />
      <div className="flex flex-wrap gap-6">
        {number("Seconds per step", "secondsPerStep", "Measured, after the warm-up.")}
        {number("Items per request", "batchSize", "1 where the model does not batch.")}
        <div className="flex flex-col gap-1">
          <span className="font-medium">Wire</span>
          <Segmented
            label="Wire"
            options={[
              { value: "http", label: "HTTP binary" },
              { value: "grpc", label: "gRPC" },
            ]}
            value={draft.wire}
            onPick={(wire) => change({ wire })}
          />
        </div>
      </div>
      <details className="rounded-md border border-line px-4 py-2">
        <summary className="font-medium">Advanced</summary>
        <div className="mt-3 mb-1 flex flex-wrap gap-6">
          {number("Warm-up, seconds", "warmupSeconds", "Load before each step is measured.")}
          {number(
            "Distinct inputs",
            "distinctInputs",
            "Requests that take turns; few mean many cache hits.",
          )}
          {number("Seed", "seed", "The same seed makes the same inputs.")}
          {Object.entries(draft.shapes).map(([input, text]) => (
            <Field
              key={input}
              label={`Shape of ${input}`}
              help="Sizes of one item."
              error={errors[`shape ${input}`] ?? null}
              className="w-40"
            >
              {(control) => (
                <TextInput
                  {...control}
                  value={text}
                  onChange={(event) =>
                    change({ shapes: { ...draft.shapes, [input]: event.target.value } })
                  }
                />
              )}
            </Field>
          ))}
        </div>
      </details>
      {notes.map((note) => (
        <p key={note} className="flex items-start gap-2 text-muted">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          {note}
        </p>
      ))}
      {start.error && <ErrorNotice title="The experiment did not start" error={start.error} />}
      <div className="flex flex-wrap items-center gap-3 border-line border-t pt-4">
        <Button type="submit" look="primary" disabled={!ok || start.isPending}>
          <Play aria-hidden="true" />
          {start.isPending ? "Starting…" : "Run"}
        </Button>
        {ok && (
          <>
            <span className="text-muted">
              {plan.concurrencies.length} {plan.concurrencies.length === 1 ? "step" : "steps"},
              about {formatDuration(plannedSeconds(plan) * 1000)}
            </span>
            <span className="ml-auto">
              <CopyButton
                label="Copy as command"
                text={async () => (await client.request("lab.command", { plan })).command}
              />
            </span>
          </>
        )}
      </div>
    </form>
  );
}
