import { useNavigate } from "@tanstack/react-router";
import { Info, SlidersHorizontal } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { ExperimentPlan } from "../../main/contract/index.ts";
import { formatDuration } from "../format/numbers.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Segmented } from "../ui/segmented.tsx";
import {
  draftErrors,
  createPlan,
  suggestedRepeats,
  secondsPerAttempt,
  type TuningDraft,
} from "./draft.ts";

interface TuningFormProps {
  readonly plan: ExperimentPlan;
  /** Distinct requests of a load that repeats some. */
  readonly distinctIfRepeated: number;
  readonly notes: readonly string[];
  /** The model's latency objective, if set. */
  readonly p99Ms: number | null;
}

const loops = {
  concurrency: {
    label: "Clients",
    help: "Each waits for a response before sending the next request.",
    value: "8",
  },
  rate: {
    label: "Requests per second",
    help: "Poisson arrivals, whether or not the server keeps up.",
    value: "50",
  },
} as const;

/** The session's load and objective; ready to run as suggested. */
export function TuningForm(props: TuningFormProps) {
  const { plan: suggested, distinctIfRepeated, notes, p99Ms } = props;
  const navigate = useNavigate();
  const model = suggested.traffic[0]?.model ?? "";
  const [draft, setDraft] = useState<TuningDraft>({
    name: `Tuning ${model}`,
    loop: "concurrency",
    value: loops.concurrency.value,
    repeats: suggestedRepeats(suggested),
    percentile: "99",
    boundMs: String(p99Ms ?? 50),
    secondsPerStep: "3",
    warmupSeconds: "5",
    replicates: "5",
  });
  const start = useAction("tuning.start", ["tuning.list"]);
  const errors = draftErrors(draft);
  const ok = Object.keys(errors).length === 0;
  const change = (more: Partial<TuningDraft>) => setDraft({ ...draft, ...more });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ok) return;
    start.mutate(
      {
        plan: createPlan(draft, suggested, distinctIfRepeated),
        name: draft.name,
        replicates: Number(draft.replicates),
      },
      {
        onSuccess: ({ id }) => void navigate({ to: "/tuning/$id", params: { id: String(id) } }),
      },
    );
  };
  const number = (label: string, field: keyof TuningDraft, help: string) => (
    <Field label={label} help={help} error={errors[field] ?? null} className="w-60">
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
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Name" className="max-w-lg">
        {(control) => (
          <TextInput
            {...control}
            value={draft.name}
            maxLength={120}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      </Field>
      <Card title="Latency objective">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          {number("Percentile", "percentile", "99 means 99 of 100 requests.")}
          {number("Limit, ms", "boundMs", "A change that exceeds it is not recommended.")}
        </div>
      </Card>
      <Card title="Load">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          <div className="flex flex-col gap-1">
            <span className="font-medium">Loop</span>
            <Segmented
              label="Loop"
              options={[
                { value: "concurrency", label: "Closed: clients" },
                { value: "rate", label: "Open: rate" },
              ]}
              value={draft.loop}
              onPick={(loop) => change({ loop, value: loops[loop].value })}
            />
          </div>
          {number(loops[draft.loop].label, "value", loops[draft.loop].help)}
          {number(
            "Repeated requests, %",
            "repeats",
            "Share of requests equal to an earlier one, as your clients send them. Decides what a response cache gains.",
          )}
        </div>
      </Card>
      <Card title="Precision">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          {number("Seconds per measurement", "secondsPerStep", "Without the warm-up.")}
          {number(
            "Max warm-up, seconds",
            "warmupSeconds",
            "Ends as soon as latency has settled and every batch size has run.",
          )}
          {number(
            "Repetitions",
            "replicates",
            "Per configuration, interleaved. 5 or more give a reliable interval.",
          )}
          {ok && (
            <p className="self-center text-muted">
              Each change takes about {formatDuration(secondsPerAttempt(draft) * 1000)}.
            </p>
          )}
        </div>
      </Card>
      {notes.map((note) => (
        <p key={note} className="flex items-start gap-2 text-muted">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          {note}
        </p>
      ))}
      {start.error && <ErrorNotice title="Can't start the session" error={start.error} />}
      <div className="border-line border-t pt-4">
        <Button type="submit" look="primary" disabled={!ok || start.isPending}>
          <SlidersHorizontal aria-hidden="true" />
          {start.isPending ? "Starting…" : "Measure the baseline"}
        </Button>
      </div>
    </form>
  );
}
