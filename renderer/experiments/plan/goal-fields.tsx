import type { Goal, Load } from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { CandidateFields } from "./candidate-fields.tsx";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";

const about: Record<Goal["kind"], string> = {
  sweep: "Each load once: how throughput and latency change as it grows.",
  search:
    "The highest load that keeps the objective, found in few short trials that each end as soon as the answer is certain.",
  compare:
    "Configurations against each other: the console applies each in turn, several times interleaved, so that what drifts meets all of them alike, and restores what serves now.",
};

/** What the experiment is to find out. */
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
            { value: "compare", label: "Compare configurations" },
          ]}
          value={goal.kind}
          onPick={(kind) => kind !== goal.kind && change(begin(kind, plan.load))}
        />
        <p className="max-w-prose text-muted text-xs">{about[goal.kind]}</p>
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
  const unit = plan.load.kind === "rate" ? "req/s" : "clients";
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

const OBJECTIVE = { percentile: 99, boundMs: 20 };

/** What changes with the goal, so that a plan that was right stays right. */
function begin(kind: Goal["kind"], load: Load) {
  switch (kind) {
    case "sweep":
      return { goal: { kind } };
    case "search":
      return {
        goal:
          load.kind === "concurrency"
            ? { kind, least: 1, most: 128, precision: 0.1 }
            : { kind, least: 10, most: 2000, precision: 0.05 },
        objective: OBJECTIVE,
        stopWhenCertified: true,
        load:
          load.kind === "concurrency" || load.kind === "rate"
            ? load
            : { kind: "rate" as const, rates: [100], arrivals: { kind: "poisson" as const } },
      };
    case "compare":
      return {
        goal: {
          kind,
          candidates: [
            { label: "as it serves", configText: null },
            { label: "candidate", configText: "" },
          ],
          replicates: 5,
        },
        load: oneStep(load),
      };
  }
}

/** A comparison has one load: of several the middle one. */
function oneStep(load: Load): Load {
  const middle = (values: readonly number[]) => values.slice(values.length >> 1).slice(0, 1);
  if (load.kind === "concurrency") return { ...load, levels: middle(load.levels) };
  if (load.kind === "rate") return { ...load, rates: middle(load.rates) };
  return load;
}
