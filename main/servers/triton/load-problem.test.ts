import { expect, test } from "vitest";
import lifecycle from "../../../engine/protocol/fixtures/lifecycle.json" with { type: "json" };
import { isUnloaded, readLoadProblem } from "./load-problem.ts";

const { exchanges } = lifecycle;

interface Entry {
  readonly name: string;
  readonly reason?: string;
}

const isIndex = (response: unknown): response is Entry[] => Array.isArray(response);

/** From the recorded Triton's repository index. */
const recorded = exchanges
  .map(({ response }) => response as unknown)
  .filter(isIndex)
  .flat();

test.each(["bad_backend", "bad_dims"])(
  "[MODEL-1] the recorded Triton's reason for %s is its configuration",
  (model) => {
    const { reason = "" } = recorded.find(({ name, reason }) => name === model && reason) ?? {};
    expect(readLoadProblem(reason)).toEqual({ kind: "configuration" });
  },
);

test("[MODEL-1] explains a model without versions by its version folder in the recorded Triton's reason", () => {
  const refused = exchanges.find(({ name }) => name === "load bad_noversion");
  const { error = "" } = (refused?.response ?? {}) as { error?: string };
  expect(readLoadProblem(error)).toEqual({ kind: "version" });
});

test("finds no problem with the recorded Triton's unloaded models", () => {
  const names = recorded.filter(isUnloaded).map(({ name }) => name);
  expect(names).toContain("id_cached");
  expect(names).not.toContain("bad_dims");
});

// From the engine (engine/repository), except the ensemble that is unavailable or ambiguous, which is Triton's as well.
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
  ["", { kind: "other" }],
])("[MODEL-1] reads %j", (reason, problem) => {
  expect(readLoadProblem(reason)).toEqual(problem);
});
