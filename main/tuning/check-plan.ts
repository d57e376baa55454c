import { StatusError } from "../../base/status-error.ts";
import type { ExperimentPlan } from "../contract/index.ts";

/** INVALID_ARGUMENT where a session cannot measure with the plan (SPEC.md, TUNING-22). */
export function checkPlan({ objective, load }: ExperimentPlan): void {
  if (objective === null) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "objective is missing: give a latency objective, such as a p99 of 20 ms; tuning trades throughput against it.",
    );
  }
  const steps = load.kind === "concurrency" ? load.levels : load.kind === "rate" ? load.rates : [1];
  if (steps.length === 1) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `load has ${steps.length} steps (${steps.join(", ")}); tuning measures at one, so that only the configuration differs.`,
  );
}
