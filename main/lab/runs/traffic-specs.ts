import type { ExperimentPlan, ModelDetail, Traffic } from "../../contract/index.ts";
import type { TrafficSpec } from "../generator/messages.ts";
import {
  checkRequestBytes,
  checkTraffic,
  checkVersion,
  isDecoupled,
  planInputs,
  refuseWithoutJson,
} from "../../wire/index.ts";

/**
 * Requests of a plan's traffic with complete shapes; `details` are of its models, in its order. `asJson`: the server
 * accepts no binary tensors over HTTP. INVALID_ARGUMENT and FAILED_PRECONDITION name what does not fit the model.
 */
export function trafficSpecs(
  plan: ExperimentPlan,
  details: readonly ModelDetail[],
  asJson = false,
): TrafficSpec[] {
  const specs = plan.traffic.map((traffic, index) =>
    toTrafficSpec(plan, traffic, details[index] as ModelDetail, plan.seed + index),
  );
  const bytes = specs.reduce((sum, { distinctInputs, bytes }) => sum + distinctInputs * bytes, 0);
  checkRequestBytes(1, bytes);
  if (plan.wire !== "http" || !asJson) return specs.map(({ bytes: _bytes, ...spec }) => spec);
  for (const { inputs } of specs) refuseWithoutJson(inputs);
  return specs.map(({ bytes: _bytes, ...spec }) => ({ ...spec, asJson }));
}

/** INVALID_ARGUMENT names a version in a plan's traffic that does not serve; `details` as above. */
export function checkVersions(
  { traffic }: Pick<ExperimentPlan, "traffic">,
  details: readonly ModelDetail[],
): void {
  for (const [index, { modelVersion }] of traffic.entries())
    checkVersion(details[index] as ModelDetail, modelVersion);
}

function toTrafficSpec(
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
