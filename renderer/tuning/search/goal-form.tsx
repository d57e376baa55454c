import { useNavigate } from "@tanstack/react-router";
import { Info, Search } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import {
  type ExperimentPlan,
  parseFleetServerId,
  settingsText,
  usualWarmup,
} from "../../../main/contract/index.ts";
import { formatDuration } from "../../format/numbers.ts";
import { useAction, useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { ConstraintFields } from "./constraint-fields.tsx";
import {
  constraintsFrom,
  expectedSeconds,
  type GoalDraft,
  goalErrors,
  goalFrom,
  orderFrom,
  rangesFrom,
} from "./goal-draft.ts";
import { hasOtherTraffic } from "./search-text.ts";

interface GoalFormProps {
  /** The lab's suggestion. */
  readonly plan: ExperimentPlan;
  readonly notes: readonly string[];
  /** The model's latency objective, if set. */
  readonly p99Ms: number | null;
}

const GOALS = [
  { value: "throughput", label: "Highest throughput" },
  { value: "latency", label: "Lowest p99" },
  { value: "instances", label: "Fewest instances" },
] as const;

const ABOUT = {
  throughput: "The highest throughput, at any number of clients, whose p99 is within the limit.",
  latency: "The lowest p99 at this rate.",
  instances: "The fewest instances that serve this rate within the limit.",
} as const;

type Toggle = "preferredSizes" | "threads" | "queueSizes";
type TypedField = Exclude<keyof GoalDraft, Toggle | "keepObjectives">;

/** One goal and a budget; ready to start as suggested. */
export function GoalForm({ plan, notes, p99Ms }: GoalFormProps) {
  const model = plan.traffic[0]?.model ?? "";
  const navigate = useNavigate();
  const [draft, setDraft] = useState<GoalDraft>({
    name: `Search ${model}`,
    kind: "throughput",
    p99Ms: String(p99Ms ?? 50),
    rate: "50",
    budget: "trials",
    trials: "12",
    minutes: "5",
    maxBatchSize: null,
    maxInstances: null,
    maxDelayUs: null,
    clients: null,
    preferredSizes: true,
    threads: true,
    queueSizes: false,
    duplicates: "0",
    maxMemoryMiB: "",
    instanceMiB: null,
    keepObjectives: true,
    secondsPerStep: "5",
    warmupSeconds: null,
    pairs: "3",
  });
  const errors = goalErrors(draft);
  const goal = useSettled(JSON.stringify(goalFrom(draft)));
  const { serverId } = plan;
  const suggestion = useRequest(
    "tuning.search.suggest",
    { serverId, model, goal: JSON.parse(goal) ?? { kind: "throughput", p99Ms: null } },
    { keepPrevious: true },
  );
  const start = useAction("tuning.search.start", ["tuning.searches"]);
  const usual = suggestion.data?.ranges;
  const constraints = suggestion.data ? constraintsFrom(draft, suggestion.data) : null;
  const ok = Object.keys(errors).length === 0 && usual !== undefined && constraints !== null;
  const change = (more: Partial<GoalDraft>) => setDraft({ ...draft, ...more });
  const begin = (withOtherTraffic: boolean) => {
    const wanted = goalFrom(draft);
    if (!ok || !usual || !wanted) return;
    start.mutate(
      {
        ...orderFrom(draft, wanted, plan, { ranges: rangesFrom(draft, usual), constraints }),
        withOtherTraffic,
      },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: "/tuning/search/$id", params: { id: String(id) } }),
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin(false);
  };
  const isBusy = hasOtherTraffic(start.error);
  const number = (label: string, field: TypedField, help: string, suggested = "") => (
    <Field label={label} help={help} error={errors[field] ?? null} className="w-60">
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          value={draft[field] ?? suggested}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      )}
    </Field>
  );
  const toggle = (label: string, field: Toggle, help: string) => (
    <label className="flex w-60 items-start gap-2">
      <input
        type="checkbox"
        className="mt-1"
        checked={draft[field]}
        onChange={(event) => change({ [field]: event.target.checked })}
      />
      <span>
        {label}
        <span className="block text-muted text-xs">{help}</span>
      </span>
    </label>
  );
  const tried = usual && rangesFrom(draft, usual);

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Card title="Goal">
        <div className="flex flex-col gap-4 px-4 py-3">
          <div className="flex flex-col items-start gap-1">
            <Segmented
              label="Goal"
              options={GOALS}
              value={draft.kind}
              onPick={(kind) => change({ kind })}
            />
            <p className="text-muted text-xs">{ABOUT[draft.kind]}</p>
          </div>
          <div className="flex flex-wrap gap-6">
            {draft.kind !== "throughput" &&
              number("Requests per second", "rate", "Poisson arrivals, as your clients send them.")}
            {draft.kind !== "latency" &&
              number(
                "p99 limit, ms",
                "p99Ms",
                draft.kind === "throughput"
                  ? "99 of 100 requests are answered within it. Empty: no limit."
                  : "99 of 100 requests are answered within it.",
              )}
          </div>
        </div>
      </Card>
      {suggestion.data && (
        <ConstraintFields draft={draft} errors={errors} usual={suggestion.data} onChange={change} />
      )}
      <Card title="Budget">
        <div className="flex flex-wrap gap-6 px-4 py-3">
          <div className="flex flex-col gap-1">
            <span className="font-medium">Ends after</span>
            <Segmented
              label="Ends after"
              options={[
                { value: "trials", label: "Measurements" },
                { value: "minutes", label: "Minutes" },
              ]}
              value={draft.budget}
              onPick={(budget) => change({ budget })}
            />
          </div>
          {draft.budget === "trials"
            ? number(
                "Measurements",
                "trials",
                "At most. Ends early if no further improvement is expected.",
              )
            : number("Minutes", "minutes", "Without the confirmation at the end.")}
          {ok && (
            <p className="self-center text-muted">
              About {formatDuration(expectedSeconds(draft) * 1000)}, the confirmation included;
              longer where the second best is measured as well, or other programs disturb
              measurements, which are then repeated.
            </p>
          )}
        </div>
      </Card>
      {usual && tried && (
        <Fold
          title="Search space"
          summary={`Batches up to ${tried.maxBatchSize}${tried.preferredSizes ? " with preferred sizes" : ""}, up to ${tried.maxInstances === 1 ? "1 instance" : `${tried.maxInstances} instances`}, delay up to ${tried.maxDelayUs} µs${tried.queueSizes ? ", queue limits" : ""}${tried.threads ? ", threads" : ""}${tried.cache ? ", response cache" : ""}${tried.clients ? `, at ${tried.clients.join(", ")} clients` : ""}`}
          wrong={[
            "maxBatchSize",
            "maxInstances",
            "maxDelayUs",
            "clients",
            "duplicates",
            "secondsPerStep",
            "warmupSeconds",
            "pairs",
          ].some((field) => errors[field as keyof GoalDraft] !== undefined)}
        >
          <div className="flex flex-wrap gap-6">
            {number(
              "Max batch size",
              "maxBatchSize",
              "1: no dynamic batching.",
              String(usual.maxBatchSize),
            )}
            {number(
              "Max instances",
              "maxInstances",
              "By default the cores of the server's machine, 8 at most; 4 if unknown.",
              String(usual.maxInstances),
            )}
            {number(
              "Max batching delay, µs",
              "maxDelayUs",
              "At most a quarter of the p99 limit by default.",
              String(usual.maxDelayUs),
            )}
            {draft.kind === "throughput" &&
              number(
                "Clients",
                "clients",
                "Numbers of clients to try, separated by commas.",
                usual.clients?.join(", "),
              )}
            {number(
              "Duplicate requests, %",
              "duplicates",
              usual.cache
                ? "Share of requests that your clients repeat. Above 0, the response cache is tried."
                : "Share of requests that your clients repeat.",
            )}
            {number("Seconds per measurement", "secondsPerStep", "Without the warm-up.")}
            {number(
              "Warm-up, s",
              "warmupSeconds",
              "At most. Ends as soon as the server has settled.",
              errors.secondsPerStep ? "2" : String(usualWarmup(Number(draft.secondsPerStep))),
            )}
            {number(
              "Pairs to confirm",
              "pairs",
              "Former and best configuration alternate. 3 or more give an interval.",
            )}
            {toggle(
              "Preferred batch sizes",
              "preferredSizes",
              "With a delay, runs batches from a quarter of the limit on.",
            )}
            {draft.kind !== "throughput" &&
              toggle(
                "Queue limits",
                "queueSizes",
                "Rejects up to 2 % of the requests if that lowers p99.",
              )}
            {usual.threads &&
              toggle(
                "Threads per instance",
                "threads",
                "Fewer ONNX Runtime threads than the default.",
              )}
          </div>
        </Fold>
      )}
      {suggestion.error && (
        <ErrorNotice title={`Can't search for ${model}`} error={suggestion.error} />
      )}
      {suggestion.data && (
        <Note>
          Active: {settingsText(suggestion.data.baseline)}. Configurations are loaded as overrides,
          and what serves now is restored at the end, whatever happens.
        </Note>
      )}
      {parseFleetServerId(serverId) && (
        <Note>
          Only this replica is measured and changed. The fleet's other replicas stay as they are.
        </Note>
      )}
      {suggestion.data?.isCalibrated === false && (
        <Note>
          The server's statistics hold too few executions to predict from. The search starts with a
          short load, under 30 s.
        </Note>
      )}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {start.error && !isBusy && <ErrorNotice title="Can't start the search" error={start.error} />}
      <div className="border-line border-t pt-4">
        <Button type="submit" look="primary" disabled={!ok || start.isPending}>
          <Search aria-hidden="true" />
          {start.isPending ? "Starting…" : "Find the best configuration"}
        </Button>
      </div>
      <Confirm
        open={isBusy}
        title={`Search “${model}” although the server has other traffic?`}
        verb="Start the search"
        onConfirm={() => begin(true)}
        onClose={() => start.reset()}
      >
        {start.error?.message}
      </Confirm>
    </form>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-muted">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
      {children}
    </p>
  );
}
