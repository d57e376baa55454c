import { beginsConversations, type ExperimentPlan } from "../../contract/index.ts";
import { stepLoads } from "../loads.ts";
import { mainModel } from "./prepare.ts";

/** The default name of an experiment. */
export function suggestName(plan: ExperimentPlan): string {
  return `${mainModel(plan)}, ${what(plan)}`;
}

function what(plan: ExperimentPlan): string {
  const { goal, load, objective } = plan;
  switch (goal.kind) {
    case "compare":
      return goal.candidates.map(({ label }) => label).join(" against ");
    case "search":
      return `highest ${load.kind} at p${objective?.percentile} ≤ ${objective?.boundMs} ms`;
    case "sweep": {
      const values = stepLoads(plan).map(({ shown }) => Number(shown.value.toPrecision(4)));
      const unit = beginsConversations(plan) ? "conversations/s" : "requests/s";
      const kinds = { concurrency: "", rate: ` ${unit}`, profile: ` ${unit} by profile` };
      const more = {
        ...kinds,
        bursts: ` ${unit} in bursts`,
        intervals: ` ${unit} as recorded`,
        trace: ` ${unit} by trace`,
      };
      return `${values.join("/")}${more[load.kind]}`;
    }
  }
}
