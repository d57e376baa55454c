import { Link } from "@tanstack/react-router";
import type { Experiment } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import type { ExperimentSide } from "../../search.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useExperiments } from "../../host/use-experiments.ts";
import { VerdictBadge } from "../../figures/verdict.tsx";
import { stepName } from "../../figures/experiment-text.ts";

interface ExperimentSidePickerProps {
  readonly title: string;
  readonly side: ExperimentSide;
  /** Undefined until it is read. */
  readonly experiment: Experiment | undefined;
  readonly onPick: (side: ExperimentSide) => void;
}

const WHOLE = "whole";

/** Chooses an experiment, and all of it, a candidate, or one of its steps. */
export function ExperimentSidePicker(props: ExperimentSidePickerProps) {
  const { title, side, experiment, onPick } = props;
  const now = useNow(60_000);
  const list = (useExperiments().data ?? []).filter(({ id, steps }) => steps > 0 || id === side.id);
  const step = side.step === undefined ? undefined : experiment?.steps[side.step];
  return (
    <Card
      title={title}
      aside={
        experiment && (
          <span className="flex items-center gap-2">
            {step && <VerdictBadge verdict={step.verdict} />}
            <Link
              to="/experiments/$id"
              params={{ id: String(experiment.id) }}
              className="text-accent underline underline-offset-2"
            >
              Open
            </Link>
          </span>
        )
      }
    >
      <div className="grid grid-cols-1 gap-3 px-4 py-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] [&_select]:w-full">
        <Field label="Experiment" className="min-w-0">
          {(control) => (
            <Select
              {...control}
              value={String(side.id)}
              options={[
                ...(side.id === 0 ? [{ value: "0", label: "Choose an experiment" }] : []),
                ...list.map((each) => ({
                  value: String(each.id),
                  label: `${each.name} (${formatMoment(each.createdAt, now)})`,
                })),
              ]}
              onPick={(id) => onPick({ id: Number(id) })}
            />
          )}
        </Field>
        <Field label="Part" className="min-w-0">
          {(control) => (
            <Select
              {...control}
              value={toPartValue(side)}
              options={experiment ? listParts(experiment) : [{ value: WHOLE, label: "Entire run" }]}
              onPick={(part) => onPick({ id: side.id, ...readPart(part) })}
            />
          )}
        </Field>
      </div>
    </Card>
  );
}

function toPartValue({ step, candidate }: ExperimentSide): string {
  if (step !== undefined) return `step ${step}`;
  return candidate === undefined ? WHOLE : `candidate ${candidate}`;
}

function readPart(part: string): Omit<ExperimentSide, "id"> {
  const [kind, index] = part.split(" ");
  if (kind === "step") return { step: Number(index) };
  return kind === "candidate" ? { candidate: Number(index) } : {};
}

function listParts(experiment: Experiment) {
  const { plan, steps } = experiment;
  const candidates = plan.goal.kind === "compare" ? plan.goal.candidates : [];
  return [
    { value: WHOLE, label: "Entire run" },
    ...candidates.map(({ label }, index) => ({ value: `candidate ${index}`, label })),
    ...steps.map((step, index) => ({ value: `step ${index}`, label: stepName(experiment, step) })),
  ];
}
