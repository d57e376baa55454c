import type { ExperimentPlan, Load } from "../../../main/contract/index.ts";
import type { NewExperimentSearch } from "../../search.ts";
import { withGoal } from "./first-goals.ts";

/** A plan with settings from the page's address instead of the suggested ones. */
export function withGiven(
  plan: ExperimentPlan,
  given: Omit<NewExperimentSearch, "model" | "like">,
  distinctIfRepeated?: number,
): ExperimentPlan {
  const { distinctInputs, batchSize, goal, repeats, candidate } = given;
  const loaded: ExperimentPlan = {
    ...plan,
    load: givenLoad(given) ?? plan.load,
    traffic: plan.traffic.map((traffic, index) =>
      index > 0
        ? traffic
        : {
            ...traffic,
            distinctInputs:
              distinctInputs ??
              (repeats === undefined ? undefined : distinctIfRepeated) ??
              traffic.distinctInputs,
            batchSize: batchSize ?? traffic.batchSize,
            reuse: repeats === undefined ? traffic.reuse : { kind: "duplicates", share: repeats },
          },
    ),
  };
  const aimed = goal ? { ...loaded, ...withGoal(goal, loaded) } : loaded;
  if (candidate === undefined || aimed.goal.kind !== "compare") return aimed;
  const [baseline] = aimed.goal.candidates;
  const candidates = [...(baseline ? [baseline] : []), { label: "what-if", configText: candidate }];
  return { ...aimed, goal: { ...aimed.goal, candidates } };
}

function givenLoad({
  concurrencies,
  rates,
  arrivals = { kind: "poisson" },
  gaps,
}: Pick<NewExperimentSearch, "concurrencies" | "rates" | "arrivals" | "gaps">): Load | undefined {
  if (gaps) return { kind: "intervals", micros: gaps };
  if (rates) return { kind: "rate", rates, arrivals };
  return concurrencies && { kind: "concurrency", levels: concurrencies, thinkMs: 0 };
}
