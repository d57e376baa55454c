import { expect, test } from "vitest";
import type { ModelFileSignature } from "../../engine/config/index.ts";
import type { KnownModel } from "../contract/index.ts";
import { ensembleChanges } from "./ensemble-changes.ts";

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
const known = (name: string, text: string, serves = true): [string, KnownModel] => [
  name,
  { name, text, signature: null, serves },
];
const models = new Map([known("both", both), known("part", part)]);
const changes = (text: string, more: Partial<Parameters<typeof ensembleChanges>[0]> = {}) =>
  ensembleChanges({ model: "part", text, signature: null, dependents: ["both"], models, ...more });
const messages = (text: string) => changes(text).refused.map(({ message }) => message);

test("an ensemble that a change of its step breaks is named, one that continues is not", () => {
  expect(messages(part.replace("max_batch_size: 8", "max_batch_size: 4"))).toEqual([
    expect.stringContaining("only allows maximum batch size to be 4"),
  ]);
  expect(messages(part.replace("dims: 4", "dims: 5"))).toHaveLength(1);
  expect(messages(part.replace("max_batch_size: 8", "max_batch_size: 16"))).toEqual([]);
  expect(messages(`${part}dynamic_batching { }\n`)).toEqual([]);
});

test("an ensemble that is rejected as it is does not count, nor does a text that is rejected itself", () => {
  const broken = new Map([known("both", both), known("part", part.replace("4", "5"))]);
  expect(changes(part.replace("4", "5"), { models: broken }).refused).toEqual([]);
  expect(messages(part.replace("TYPE_FP32", "TYPE_INVALID"))).toEqual([]);
});

test("one that does not serve is judged by its file, or said not to be judged", () => {
  const text = part.replace("dims: 4", "dims: 5");
  const byFile = new Map([known("both", both, false), known("part", part)]);
  expect(changes(text, { models: byFile }).refused).toMatchObject([
    { ensemble: "both", serves: false },
  ]);
  const unknown = new Map([known("part", part)]);
  expect(changes(text, { models: unknown })).toEqual({ refused: [], unjudged: ["both"] });
});

test("what the text leaves to the model file is no break", () => {
  const tensor = (name: string) => ({ name, data_type: "TYPE_FP32", shape: [-1, 4] });
  const signature = { inputs: [tensor("x")], outputs: [tensor("y")] } as ModelFileSignature;
  expect(changes("max_batch_size: 8\n", { signature }).refused).toEqual([]);
});
