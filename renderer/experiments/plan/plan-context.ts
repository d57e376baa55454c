import { createContext, use } from "react";
import type { ExperimentPlan, ModelDetail } from "../../../main/contract/index.ts";
import type { PlanErrors } from "./validate.ts";

interface PlanForm {
  /** The form's plan, in which an invalid number is NaN. */
  readonly plan: ExperimentPlan;
  readonly errors: PlanErrors;
  /** Detail of the traffic's first model; undefined until the server has answered. */
  readonly detail: ModelDetail | undefined;
  readonly change: (part: Partial<ExperimentPlan>) => void;
}

export const PlanContext = createContext<PlanForm | null>(null);

/** The edited plan, for every part of its form. */
export function usePlan(): PlanForm {
  const form = use(PlanContext);
  if (!form) throw new Error("usePlan needs a plan form above it.");
  return form;
}
