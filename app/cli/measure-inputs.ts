import type {
  Distribution,
  ExperimentPlan,
  ModelDetail,
  Traffic,
} from "../../main/contract/index.ts";
import type { InputDefaults } from "./measure-input-flags.ts";

/** The plan with --input-data=zero and --string-length spelled out for the models' inputs; `details` in its order. */
export function withDefaults(
  plan: ExperimentPlan,
  defaults: readonly InputDefaults[],
  details: readonly ModelDetail[],
): ExperimentPlan {
  const traffic = plan.traffic.map((each, i) =>
    fill(each, defaults[i] as InputDefaults, details[i] as ModelDetail),
  );
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
