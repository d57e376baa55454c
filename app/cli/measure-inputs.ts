import type {
  Distribution,
  ExperimentPlan,
  ModelDetail,
  Traffic,
} from "../../main/contract/index.ts";
import { isSequenceModel } from "../../main/wire/index.ts";
import type { InputDefaults } from "./measure-input-flags.ts";
import type { TrafficDefaults } from "./measure-traffic-flags.ts";

/**
 * The plan with --input-data=zero, --string-length and perf_analyzer's length of sequences spelled out for its models;
 * `details` in its order.
 */
export function withDefaults(
  plan: ExperimentPlan,
  defaults: readonly TrafficDefaults[],
  details: readonly ModelDetail[],
): ExperimentPlan {
  const traffic = plan.traffic.map((each, i) => {
    const [given, detail] = [defaults[i] as TrafficDefaults, details[i] as ModelDetail];
    const sequence = each.sequence ?? (isSequenceModel(detail) ? given.sequence : null);
    return { ...fill(each, given, detail), sequence };
  });
  return { ...plan, traffic };
}

function fill(traffic: Traffic, defaults: InputDefaults, { inputs }: ModelDetail): Traffic {
  if (traffic.inputs.kind !== "generated") return traffic;
  const byInput = { ...traffic.inputs.byInput };
  for (const { name, datatype } of inputs) {
    const filling = defaultOf(defaults, datatype === "BYTES");
    if (filling && !Object.hasOwn(byInput, name)) byInput[name] = filling;
  }
  return { ...traffic, inputs: { kind: "generated", byInput } };
}

function defaultOf({ zeros, stringLength }: InputDefaults, isText: boolean): Distribution | null {
  if (zeros) return { kind: "zeros" };
  if (!isText || stringLength === null) return null;
  return { kind: "texts", shortest: stringLength, longest: stringLength };
}
