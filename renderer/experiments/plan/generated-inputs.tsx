import type { Distribution, InputSource, ModelDetail } from "../../../main/contract/index.ts";
import { Field, Select } from "../../ui/field.tsx";
import { NumberField } from "./number-field.tsx";

type Generated = Extract<InputSource, { kind: "generated" }>;

interface GeneratedInputsProps {
  readonly inputs: Generated;
  readonly tensors: ModelDetail["inputs"];
  readonly at: string;
  readonly onChange: (inputs: Generated) => void;
}

const labels: Record<Distribution["kind"], string> = {
  auto: "Automatic",
  zeros: "Zeros",
  uniform: "Uniform",
  normal: "Normal",
  tokens: "Token ids",
  texts: "Texts",
};

const first: Record<Distribution["kind"], Distribution> = {
  auto: { kind: "auto" },
  zeros: { kind: "zeros" },
  uniform: { kind: "uniform", least: 0, most: 1 },
  normal: { kind: "normal", mean: 0, deviation: 1 },
  tokens: { kind: "tokens", below: 30_000 },
  texts: { kind: "texts", shortest: 8, longest: 64 },
};

/** The distributions available for a datatype. */
function listDistributions(datatype: string): readonly Distribution["kind"][] {
  if (datatype === "BYTES") return ["auto", "texts"];
  if (datatype === "BOOL") return ["auto", "zeros"];
  if (datatype.startsWith("FP") || datatype === "BF16") {
    return ["auto", "zeros", "uniform", "normal"];
  }
  return ["auto", "zeros", "uniform", "tokens"];
}

/** The distribution of each input's elements. */
export function GeneratedInputs({ inputs, tensors, at, onChange }: GeneratedInputsProps) {
  return tensors.map(({ name, datatype, shape }) => {
    const value = inputs.byInput[name] ?? first.auto;
    const set = (next: Distribution) =>
      onChange({ ...inputs, byInput: { ...inputs.byInput, [name]: next } });
    return (
      <div key={name} className="flex flex-wrap items-start gap-6">
        <Field label={`Values of ${name}`} help={`${datatype} [${shape.join(", ")}]`}>
          {(control) => (
            <Select
              {...control}
              className="w-44"
              value={value.kind}
              options={listDistributions(datatype).map((kind) => ({
                value: kind,
                label: labels[kind],
              }))}
              onPick={(kind) => set(first[kind as Distribution["kind"]])}
            />
          )}
        </Field>
        <Parameters value={value} at={`${at}.${name}`} onChange={set} />
      </div>
    );
  });
}

interface ParametersProps {
  readonly value: Distribution;
  readonly at: string;
  readonly onChange: (value: Distribution) => void;
}

function Parameters({ value, at, onChange }: ParametersProps) {
  const field = (label: string, key: string, number: number) => (
    <NumberField
      key={key}
      label={label}
      path={`${at}.${key}`}
      className="w-32"
      value={number}
      onChange={(next) => onChange({ ...value, [key]: next } as Distribution)}
    />
  );
  switch (value.kind) {
    case "uniform":
      return [field("Least", "least", value.least), field("Most", "most", value.most)];
    case "normal":
      return [field("Mean", "mean", value.mean), field("Deviation", "deviation", value.deviation)];
    case "tokens":
      return field("Below", "below", value.below);
    case "texts":
      return [
        field("Shortest, letters", "shortest", value.shortest),
        field("Longest, letters", "longest", value.longest),
      ];
    default:
      return null;
  }
}
