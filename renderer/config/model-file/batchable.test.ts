import { expect, test } from "vitest";
import type { FileTensor, OnnxReport } from "../../../main/contract/index.ts";
import { judgeBatching } from "./batchable.ts";

const tensor = (
  name: string,
  shape: FileTensor["shape"],
  configType: string | null = "TYPE_FP32",
) => ({ name, datatype: "FP32", configType, shape }) satisfies FileTensor;
const report = (inputs: FileTensor[], outputs: FileTensor[], more: Partial<OnnxReport> = {}) =>
  ({ inputs, outputs, fixedReshapes: [], ...more }) as unknown as OnnxReport;

test("a model is batchable if every input and output leads with a dimension that may vary", () => {
  const good = judgeBatching(report([tensor("x", ["N", 3])], [tensor("y", [null, 10])]));
  expect(good).toMatchObject({ batchable: true, advice: [] });
  expect(good.tensors.map(({ reason }) => reason)).toEqual([
    "its first dimension (N) may vary",
    "its first dimension may vary",
  ]);
});

test("each tensor says why not", () => {
  const bad = judgeBatching(
    report(
      [tensor("x", [1, 3]), tensor("s", []), tensor("l", null), tensor("m", null, null)],
      [tensor("y", ["N"])],
    ),
  );
  expect(bad.batchable).toBe(false);
  expect(bad.tensors.map(({ name, batches, reason }) => [name, batches, reason])).toEqual([
    ["x", false, "its first dimension is fixed at 1"],
    ["s", false, "it is a scalar, without any dimension"],
    ["l", false, "its rank is unknown"],
    ["m", false, "its type does not exist in ModelConfig"],
    ["y", true, "its first dimension (N) may vary"],
  ]);
  expect(bad.advice.at(-1)).toMatch(/max_batch_size must be 0/);
});

test("fixed reshapes and differing names are pointed out", () => {
  const { batchable, advice } = judgeBatching(
    report([tensor("x", ["N", 3])], [tensor("y", ["M"])], {
      fixedReshapes: [{ node: "flatten", shape: [1, 128] }],
    }),
  );
  expect(batchable).toBe(true);
  expect(advice[0]).toMatch(/\(N, M\)/);
  expect(advice[1]).toMatch(/Reshape flatten writes the fixed shape \[1, 128\]/);
});
