import { expect, test } from "vitest";
import type { ModelDetail } from "../../main/contract/index.ts";
import { curlExample, pythonExample } from "./example-texts.ts";

const model = {
  name: "ranker",
  inputs: [{ name: "input", datatype: "FP32", shape: [-1, 12] }],
  outputs: [{ name: "scores", datatype: "FP32", shape: [-1, 10] }],
} as ModelDetail;

test("the curl example sends a body that parses and fits the model", () => {
  const command = curlExample("127.0.0.1:8000", model);
  expect(command).toContain("http://127.0.0.1:8000/v2/models/ranker/infer");
  const body = /-d "(.*)"$/.exec(command)?.[1] ?? "";
  const expanded = body.replace(/\$\(printf '0%.0s,' \$\(seq (\d+)\)[^)]*\)/, (_, count) =>
    Array(Number(count)).fill(0).join(","),
  );
  const { inputs } = JSON.parse(expanded.replaceAll('\\"', '"')) as { inputs: unknown[] };
  expect(inputs).toEqual([
    { name: "input", datatype: "FP32", shape: [1, 12], data: Array(12).fill(0) },
  ]);
});

test("the Python example names the model's own tensors", () => {
  const program = pythonExample("127.0.0.1:8001", model);
  expect(program).toContain('InferenceServerClient("127.0.0.1:8001")');
  expect(program).toContain("np.zeros([1, 12], dtype=np.float32)");
  expect(program).toContain('as_numpy("scores")');
});
