import { expect, test } from "vitest";
import { describeRemedy, loadProblem } from "./load-problem.ts";

test.each([
  [
    'Invalid argument: config.pbtxt line 6 column 1: ModelConfig has no field "unknown_field".',
    { kind: "configuration", line: 6, column: 1 },
  ],
  ["Invalid argument: must specify 'max_batch_size' for model", { kind: "configuration" }],
  [
    "Unavailable: unable to find '/models/m/1/model.onnx' for the ONNX model",
    { kind: "file", path: "/models/m/1/model.onnx" },
  ],
  [
    "Invalid argument: at least one version must be available under the version policy of model 'm'",
    { kind: "version" },
  ],
  [
    "Invalid argument: ensemble 'both' depends on 'part' which has no loaded version. Model 'part' loading failed with error: unable to find '/x'",
    { kind: "part", model: "part" },
  ],
  [
    "Invalid argument: ensemble both contains models that are not available or ambiguous: part",
    { kind: "part", model: "part" },
  ],
  ["Internal: Load model failed: Protobuf parsing failed.", { kind: "other" }],
])("[MODEL-1] reads %j", (reason, problem) => {
  expect(loadProblem(reason)).toEqual(problem);
});

test("[MODEL-1] says what to do, with the path where it is known", () => {
  const version = { kind: "version" } as const;
  expect(describeRemedy(version, "m", "/models/m")).toContain("/models/m/1");
  expect(describeRemedy(version, "m", "")).toContain("named 1 in the folder of m");
  expect(describeRemedy({ kind: "file", path: "/models/m/1/model.onnx" }, "m", "")).toBe(
    "Put the model file at /models/m/1/model.onnx, then load m again.",
  );
  expect(describeRemedy({ kind: "configuration", line: 6, column: 1 }, "m", "")).toContain(
    "Fix line 6 of config.pbtxt",
  );
});
