import type { ExperimentPlan } from "../../../main/contract/index.ts";
import type { NewExperimentSearch } from "../../search.ts";
import { withGoal } from "./first-goals.ts";

/** A plan with what an address asks for in place of what was suggested. */
export function withGiven(
  plan: ExperimentPlan,
  { concurrencies, distinctInputs, batchSize, goal }: Omit<NewExperimentSearch, "model" | "like">,
): ExperimentPlan {
  const loaded: ExperimentPlan = {
    ...plan,
    load: concurrencies ? { kind: "concurrency", levels: concurrencies, thinkMs: 0 } : plan.load,
    traffic: plan.traffic.map((traffic, index) =>
      index > 0
        ? traffic
        : {
            ...traffic,
            distinctInputs: distinctInputs ?? traffic.distinctInputs,
            batchSize: batchSize ?? traffic.batchSize,
          },
    ),
  };
  return goal ? { ...loaded, ...withGoal(goal, loaded) } : loaded;
}
