import { expect, test } from "vitest";
import { parseConfig } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { completedDraft, newlyRefused } from "./ensemble-changes.ts";
import type { Known, KnownModels } from "./graph/tensor-types.ts";

const io = (name: string) => `{ name: "${name}" data_type: TYPE_FP32 dims: 4 }`;
const part = `name: "part"
backend: "identity"
max_batch_size: 8
input ${io("x")}
output ${io("y")}
`;
const both = `name: "both"
platform: "ensemble"
max_batch_size: 8
input ${io("IN")}
output ${io("OUT")}
ensemble_scheduling { step {
  model_name: "part" model_version: -1
  input_map { key: "x" value: "IN" } output_map { key: "y" value: "OUT" }
} }
`;
const known = (text: string): Known => ({ state: "known", config: parseConfig(text).config });
const ensembles: KnownModels = new Map([["both", known(both)]]);
const models: KnownModels = new Map([["part", known(part)]]);
const refused = (text: string) =>
  newlyRefused(ensembles, models, "part", parseConfig(text).config).map(({ message }) => message);

test("an ensemble that a change of its step breaks is told of, one that goes on is not", () => {
  expect(refused(part.replace("max_batch_size: 8", "max_batch_size: 4"))).toEqual([
    expect.stringContaining("only allows maximum batch size to be 4"),
  ]);
  expect(refused(part.replace("dims: 4", "dims: 5"))).toHaveLength(1);
  expect(refused(part.replace("max_batch_size: 8", "max_batch_size: 16"))).toEqual([]);
  expect(refused(`${part}dynamic_batching { }\n`)).toEqual([]);
});

test("what the text leaves to the model file is no break", () => {
  const tensor = (name: string) => ({ name, data_type: "TYPE_FP32", shape: [-1, 4] });
  const signature = { inputs: [tensor("x")], outputs: [tensor("y")] };
  const draft = completedDraft("max_batch_size: 8\n", { model: "part", signature } as ConfigState);
  expect(newlyRefused(ensembles, models, "part", draft)).toEqual([]);
});
