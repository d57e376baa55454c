import type { ExperimentPlan } from "../../../main/contract/index.ts";
import type { Bound } from "../../charts/bound-line.tsx";

/** The objective as a line in a chart. */
export function boundOf({ objective }: ExperimentPlan): Bound | null {
  return (
    objective && {
      ms: objective.boundMs,
      label: `${objective.of === "firstToken" ? "first token " : ""}p${objective.percentile} ≤ ${objective.boundMs} ms`,
    }
  );
}
