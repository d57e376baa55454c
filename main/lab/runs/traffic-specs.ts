import type { ExperimentPlan, ModelDetail, Traffic } from "../../contract/index.ts";
import type { TrafficSpec } from "../generator/messages.ts";
import { checkRequestBytes, checkTraffic, isDecoupled, planInputs } from "../inputs/index.ts";

/**
 * Requests of a plan's traffic with complete shapes; `details` are of its models, in its order. INVALID_ARGUMENT and
 * FAILED_PRECONDITION name what does not fit the model.
 */
export function trafficSpecs(plan: ExperimentPlan, details: readonly ModelDetail[]): TrafficSpec[] {
  const specs = plan.traffic.map((traffic, index) =>
    specOf(plan, traffic, details[index] as ModelDetail, plan.seed + index),
  );
  const bytes = specs.reduce((sum, { distinctInputs, bytes }) => sum + distinctInputs * bytes, 0);
  checkRequestBytes(1, bytes);
  return specs.map(({ bytes: _bytes, ...spec }) => spec);
}

function specOf(
  { wire }: ExperimentPlan,
  traffic: Traffic,
  detail: ModelDetail,
  seed: number,
): TrafficSpec & { bytes: number } {
  checkTraffic(detail, traffic, wire);
  const { inputs, bytes } = planInputs(detail, traffic);
  checkRequestBytes(traffic.distinctInputs, bytes);
  const { inputs: source, ...rest } = traffic;
  return { ...rest, inputs, source, seed, decoupled: isDecoupled(detail), bytes };
}
