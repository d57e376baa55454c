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
import { draftErrors, planOf, repeatsOf, secondsPerAttempt, type TuningDraft } from "./draft.ts";

interface TuningFormProps {
  readonly plan: ExperimentPlan;
  /** Different requests of a load that repeats some. */
  readonly distinctIfRepeated: number;
  readonly notes: readonly string[];
  /** The latency that the model is to keep, where it is set. */
  readonly p99Ms: number | null;
}

const loops = {
  concurrency: {
    label: "Clients",
    help: "Each has one request out and sends the next at once: the most the server can give to so many.",
    value: "8",
  },
  rate: {
    label: "Requests per second",
    help: "They come at random instants, whether the server keeps up or not, as from many users.",
    value: "50",
  },
} as const;

/** What a session measures with. As it stands it can begin. */
export function TuningForm(props: TuningFormProps) {
  const { plan: suggested, distinctIfRepeated, notes, p99Ms } = props;
  const navigate = useNavigate();
  const model = suggested.traffic[0]?.model ?? "";
  const [draft, setDraft] = useState<TuningDraft>({
    name: `Tuning ${model}`,
    loop: "concurrency",
    value: loops.concurrency.value,
    repeats: repeatsOf(suggested),
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
        plan: planOf(draft, suggested, distinctIfRepeated),
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
      <Card title="The latency to keep">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          {number("Percentile", "percentile", "99: all but one request in a hundred.")}
          {number("Bound, ms", "boundMs", "A change that breaks it is advised against.")}
        </div>
      </Card>
      <Card title="The load to tune for">
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
            "Equal to an earlier one, as your clients send them: it decides what a response cache gains.",
          )}
        </div>
      </Card>
      <Card title="How surely">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          {number("Seconds per measurement", "secondsPerStep", "After the warm-up.")}
          {number(
            "Warm-up, at most seconds",
            "warmupSeconds",
            "It ends as soon as latency has settled and every batch size has run.",
          )}
          {number(
            "Repetitions",
            "replicates",
            "Of each side, interleaved. Five or more make a sound interval.",
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
      {start.error && <ErrorNotice title="The session did not begin" error={start.error} />}
      <div className="border-line border-t pt-4">
        <Button type="submit" look="primary" disabled={!ok || start.isPending}>
          <SlidersHorizontal aria-hidden="true" />
          {start.isPending ? "Beginning…" : "Measure the baseline"}
        </Button>
      </div>
    </form>
  );
}
