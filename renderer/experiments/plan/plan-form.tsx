import { useNavigate } from "@tanstack/react-router";
import { Info } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { ExperimentPlan, ModelSizes, PredictedFigures } from "../../../main/contract/index.ts";
import { useAction, useRequest } from "../../host/requests.ts";
import { AttemptList } from "../../host/sizes/attempt-list.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showError } from "../../ui/toasts.tsx";
import { CostFields } from "./cost-fields.tsx";
import { GoalFields } from "./goal-fields.tsx";
import { LoadFields } from "./load-fields.tsx";
import { MeasureFields } from "./measure-fields.tsx";
import { ObjectiveFields } from "./objective-fields.tsx";
import { PlanContext } from "./plan-context.ts";
import { PreviewCard } from "./preview-card.tsx";
import { TrafficList } from "./traffic-list.tsx";
import { planErrors } from "./validate.ts";
import { WireField } from "./wire-field.tsx";

interface PlanFormProps {
  /** The initial plan. */
  readonly plan: ExperimentPlan;
  readonly name: string;
  /** Assumptions behind the plan. */
  readonly notes: readonly string[];
  /** Sizes of the model's dynamic dimensions. */
  readonly sizes?: ModelSizes | null;
  /** That serve now. */
  readonly models: readonly string[];
  /** What-if's prediction for the plan. */
  readonly predicted?: readonly PredictedFigures[] | undefined;
}

/** All settings of an experiment; ready to run as suggested. */
export function PlanForm(props: PlanFormProps) {
  const { plan: base, name: suggested, notes, models, sizes, predicted } = props;
  const navigate = useNavigate();
  const [name, setName] = useState(suggested);
  const [plan, setPlan] = useState(base);
  const model = plan.traffic[0]?.model ?? "";
  const isChat = plan.wire === "openai";
  const detail = useRequest(
    "models.detail",
    { serverId: plan.serverId, model },
    { enabled: !isChat },
  ).data;
  const start = useAction("lab.start", ["lab.list"]);
  const keep = useAction("whatIf.keepPrediction");
  const errors = planErrors(plan);
  const isPredicted = predicted !== undefined && measuresTheSame(plan, base);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (errors.size > 0 || start.isPending) return;
    start.mutate(
      { plan, name: name.trim() || model },
      {
        onSuccess: ({ id }) => {
          if (isPredicted) {
            const { serverId } = plan;
            keep.mutate(
              { serverId, model, experimentId: id, predicted: [...predicted] },
              { onError: (error) => showError("The prediction was not kept.", error) },
            );
          }
          void navigate({ to: "/experiments/$id", params: { id: String(id) } });
        },
      },
    );
  };

  return (
    <PlanContext
      value={{
        plan,
        errors,
        detail,
        change: (part) => setPlan((now) => ({ ...now, ...part })),
      }}
    >
      <form
        onSubmit={submit}
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]"
      >
        <div className="grid min-w-0 grid-cols-1 items-start gap-4 min-[110rem]:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Section title="Goal">
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
              <GoalFields />
            </Section>
            <Section title="How requests arrive">
              <LoadFields />
            </Section>
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Section title="What is sent">
              <WireField plan={plan} onPick={(wire) => setPlan({ ...plan, wire })} />
              {sizes?.state === "failed" && (
                <Notice tone="warn" title="Enter the shape">
                  {model} has dynamic dimensions and does not run with any of the common sizes that
                  the console tried. No load is sent until a request with your sizes succeeds.
                  <AttemptList attempts={sizes.attempts} />
                </Notice>
              )}
              <TrafficList models={models} />
              {[...notes, ...(predicted ? [predictionNote(isPredicted)] : [])].map((note) => (
                <p key={note} className="flex items-start gap-2 text-muted">
                  <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
                  {note}
                </p>
              ))}
            </Section>
            <Section title="What counts as good">
              <ObjectiveFields />
            </Section>
            <Section title="Duration">
              <MeasureFields />
              <CostFields />
            </Section>
          </div>
        </div>
        <div className="flex flex-col gap-4 lg:sticky lg:top-4">
          <PreviewCard starting={start.isPending} problem={start.error} />
        </div>
      </form>
    </PlanContext>
  );
}

/** Whether a prediction for one plan applies to the other: both have the same load, requests and configurations. */
function measuresTheSame(plan: ExperimentPlan, other: ExperimentPlan): boolean {
  const measured = ({ serverId, load, traffic, goal }: ExperimentPlan) =>
    JSON.stringify([
      serverId,
      load,
      traffic,
      goal.kind === "compare" ? goal.candidates : goal.kind,
    ]);
  return measured(plan) === measured(other);
}

const predictionNote = (isPredicted: boolean) =>
  isPredicted
    ? "The result is shown next to the What-if prediction."
    : "The What-if prediction is for another plan, so the result isn't shown next to it.";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="flex flex-col gap-4 px-4 py-4">{children}</div>
    </Card>
  );
}
