import {
  beginsConversations,
  formatRateUnit,
  type Goal,
  isChatPlan,
} from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { CandidateFields } from "./candidate-fields.tsx";
import { withGoal } from "./first-goals.ts";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";

const about: Record<Goal["kind"], string> = {
  sweep: "Measures each load once: how throughput and latency change as load grows.",
  search:
    "Finds the highest load that meets the objective in a few short trials. Each ends as soon as its result is certain.",
  compare:
    "Compares configurations: the console applies each several times, interleaved, so that drift affects all of them equally, and restores the active one.",
};

/** The goal of the experiment. */
export function GoalFields() {
  const { plan, errors, change } = usePlan();
  const { goal } = plan;
  return (
    <>
      <div className="flex flex-col items-start gap-1.5">
        <Segmented<Goal["kind"]>
          label="Goal"
          options={[
            { value: "sweep", label: "Measure each load" },
            { value: "search", label: "Find the highest load" },
            ...(isChatPlan(plan)
              ? []
              : [{ value: "compare" as const, label: "Compare configurations" }]),
          ]}
          value={goal.kind}
          onPick={(kind) => kind !== goal.kind && change(withGoal(kind, plan))}
        />
        <p className="max-w-prose text-muted text-xs">{about[goal.kind]}</p>
        {isChatPlan(plan) && (
          <p className="max-w-prose text-muted text-xs">
            A chat server’s configuration can’t be changed by call. Restart it with another one,
            measure again, and compare the two experiments.
          </p>
        )}
        {errors.has("goal") && (
          <p role="alert" className="text-bad text-xs">
            {errors.get("goal")}
          </p>
        )}
      </div>
      {goal.kind === "search" && <SearchFields goal={goal} />}
      {goal.kind === "compare" && (
        <CandidateFields goal={goal} onChange={(next) => change({ goal: next })} />
      )}
    </>
  );
}

function SearchFields({ goal }: { goal: Extract<Goal, { kind: "search" }> }) {
  const { plan, change } = usePlan();
  const of = beginsConversations(plan) ? "conversations" : undefined;
  const unit = plan.load.kind === "rate" ? formatRateUnit({ of }) : "clients";
  const set = (part: Partial<typeof goal>) => change({ goal: { ...goal, ...part } });
  return (
    <div className="flex flex-wrap gap-6">
      <NumberField
        label="Lowest"
        path="goal.least"
        unit={unit}
        value={goal.least}
        onChange={(least) => set({ least })}
      />
      <NumberField
        label="Highest"
        path="goal.most"
        unit={unit}
        value={goal.most}
        onChange={(most) => set({ most })}
      />
      <NumberField
        label="Precision"
        path="goal.precision"
        help="0.05 finds it to within 5 %."
        value={goal.precision}
        onChange={(precision) => set({ precision })}
      />
    </div>
  );
}
