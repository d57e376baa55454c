import type { ExperimentPlan } from "../../../main/contract/index.ts";
import type { Bound } from "../../charts/layers.tsx";
import type { CurvePercentile } from "./step-curve.ts";

/** Only in a chart of the objective's own percentile of response times. */
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
