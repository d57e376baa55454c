import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config/index.ts";
import { toEnsemble } from "./ensemble.ts";
import { proposedInputs, proposedOutputs } from "./step-proposal.ts";
import type { KnownModels } from "./tensor-types.ts";

const io = (name: string, dims: string, type = "FP32") =>
  `{ name: "${name}" data_type: TYPE_${type} dims: [${dims}] }`;
const model = (name: string, inputs: readonly string[], outputs: readonly string[]) =>
  parseConfig(
    `name: "${name}" max_batch_size: 8 ${inputs.map((each) => `input ${each}`).join(" ")} ${outputs.map((each) => `output ${each}`).join(" ")}`,
  ).config;
const { config } = parseConfig(`platform: "ensemble" max_batch_size: 8
input [ ${io("IMAGE", "3, 8, 8")}, ${io("TEXT", "1", "STRING")} ]
output [ ${io("LABEL", "1", "STRING")}, ${io("SCORE", "4")} ]
ensemble_scheduling { step [
  { model_name: "encode" model_version: -1 input_map { key: "x" value: "IMAGE" } output_map { key: "y" value: "features" } },
  { model_name: "unknown" model_version: -1 input_map { key: "t" value: "TEXT" } output_map { key: "e" value: "words" } }
] }`);
const encode = model("encode", [io("x", "3, 8, 8")], [io("y", "16")]);
const models: KnownModels = new Map([
  ["encode", { state: "known", config: encode }],
  ["unknown", { state: "not loaded" }],
]);
const of = { ensemble: toEnsemble(config)!, config, models };
const inputs = (...of16: string[]) =>
  Object.fromEntries(proposedInputs(of, model("new", of16, [io("y", "4")])));
const outputs = (...own: string[]) =>
  Object.fromEntries(proposedOutputs(of, model("new", [io("x", "16")], own)));

test("an input reads what fits it by type and shape", () => {
  expect(inputs(io("x", "16"))).toEqual({ x: "features" });
  expect(inputs(io("x", "3, 8, -1"))).toEqual({ x: "IMAGE" });
  expect(inputs(io("x", "1", "STRING"))).toEqual({ x: "TEXT" });
});

test("one of the same name comes first where it fits, and not where it does not", () => {
  expect(inputs(io("features", "16"), io("other", "16"))).toMatchObject({ features: "features" });
  expect(inputs(io("features", "3, 8, 8"))).toEqual({ features: "IMAGE" });
});

test("what is not known may fit; what does not fit is not proposed", () => {
  expect(inputs(io("x", "5"))).toEqual({ x: "words" });
  const known = { ...of, models: new Map([...models, ["unknown", models.get("encode")!]]) };
  const five = model("new", [io("x", "5")], [io("y", "4")]);
  expect(proposedInputs({ ...of, ensemble: { ...of.ensemble, steps: [] } }, five).size).toBe(0);
  expect(proposedInputs(known, five).get("x")).toBe("words");
});

test("an output is an output of the ensemble that fits and no one writes, each once, else a new tensor", () => {
  expect(outputs(io("y", "4"), io("z", "4"))).toEqual({ y: "SCORE", z: "new_z" });
  expect(outputs(io("y", "1", "STRING"))).toEqual({ y: "LABEL" });
  expect(outputs(io("y", "7"))).toEqual({ y: "new_y" });
});
