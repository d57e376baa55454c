import type { ExperimentPlan } from "../../../main/contract/index.ts";
import type { Bound } from "../../charts/layers.tsx";
import type { CurvePercentile } from "./step-curve.ts";

/** In a chart of one percentile of the response times: of another, or of first tokens, it says nothing there. */
export function boundAt(plan: ExperimentPlan, percentile: CurvePercentile): Bound | null {
  const { objective } = plan;
  if (objective?.of === "firstToken" || `p${objective?.percentile}` !== percentile) return null;
  return toBound(plan);
}

/** The objective as a line in a chart. */
export function toBound({ objective }: ExperimentPlan): Bound | null {
  return (
    objective && {
      ms: objective.boundMs,
      label: `${objective.of === "firstToken" ? "first token " : ""}p${objective.percentile} ≤ ${objective.boundMs} ms`,
    }
  );
}
