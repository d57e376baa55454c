import { StatusError } from "../../../base/status-error.ts";
import { type ExperimentPlan, MAX_CLIENTS } from "../../contract/index.ts";
import { stepLoads } from "../loads.ts";
import type { Goal } from "./goal.ts";
import { compareSteps, listGoal, sweepSteps } from "./list.ts";
import { SearchGoal } from "./search.ts";

export type { Goal, PlannedStep } from "./goal.ts";
export { expectedProbes, mostProbes } from "./search.ts";

/** The goal of a plan. INVALID_ARGUMENT if its parts don't fit together. */
export function findGoal(plan: ExperimentPlan): Goal {
  const { goal, load, objective } = plan;
  if (plan.stopWhenCertified && !objective) {
    throw invalid("stopWhenCertified is set, but objective is not; give the bound to certify.");
  }
  switch (goal.kind) {
    case "sweep":
      return listGoal(sweepSteps(plan));
    case "search":
      if (load.kind !== "concurrency" && load.kind !== "rate") {
        throw invalid(
          `goal is a search, which needs a load by concurrency or rate, and not '${load.kind}'.`,
        );
      }
      if (!objective) throw invalid("goal is a search, but objective is not set; give the bound.");
      if (goal.least > goal.most) {
        throw invalid(`goal.least is ${goal.least}, above goal.most, which is ${goal.most}.`);
      }
      if (load.kind === "concurrency" && goal.most > MAX_CLIENTS) {
        throw invalid(`goal.most is ${goal.most}; concurrency may be at most ${MAX_CLIENTS}.`);
      }
      return new SearchGoal(plan, load, goal);
    case "compare": {
      const steps = stepLoads(plan).length;
      if (steps > 1) {
        throw invalid(`goal is a comparison, which needs a load of one step, and not ${steps}.`);
      }
      return listGoal(compareSteps(plan, goal.candidates.length, goal.replicates));
    }
  }
}

const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);
