import {
  type ExperimentPlan,
  type ExperimentSummary,
  fitsJob,
} from "../../../main/contract/index.ts";
import { planWords } from "../../figures/experiment-text.ts";
import { useRequest } from "../../host/requests.ts";
import { Field, Select } from "../../ui/field.tsx";

export interface ChosenPlan {
  readonly id: number;
  readonly plan: ExperimentPlan;
}

interface JobPlanProps {
  readonly chosen: ChosenPlan | null;
  readonly onChoose: (chosen: ChosenPlan | null) => void;
}

const TYPED = "";
const MOST = 100;

/** What is measured: the fields below, or the plan of an experiment. Lists only experiments that a Job can repeat. */
export function JobPlan({ chosen, onChoose }: JobPlanProps) {
  const { data } = useRequest("lab.list", {});
  const offered = (data ?? []).filter(({ plan }) => fitsJob(plan)).slice(0, MOST);
  if (offered.length === 0) return null;
  const pick = (value: string) => {
    const found = offered.find(({ id }) => String(id) === value);
    onChoose(found ? { id: found.id, plan: found.plan } : null);
  };
  return (
    <Field
      label="Measure"
      help={chosen ? `${planWords(chosen.plan)}, with its inputs, warm-up and seed.` : undefined}
    >
      {(control) => (
        <Select
          {...control}
          options={[{ value: TYPED, label: "Settings below" }, ...offered.map(toOption)]}
          value={chosen ? String(chosen.id) : TYPED}
          onPick={pick}
        />
      )}
    </Field>
  );
}

function toOption({ id, name }: ExperimentSummary) {
  return { value: String(id), label: `The same as in experiment ${id}: ${name}` };
}
