import { describe, expect, it } from "vitest";
import { checkText } from "../check.ts";

const TENSORS = `input [ { name: "x" data_type: TYPE_FP32 dims: [ 1 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 1 ] } ]
`;

const parameter = (name: string, value: string) =>
  `parameters { key: "${name}" value { string_value: "${value}" } }\n`;

/** Findings of an embedded engine for `text`, with `names` as the entries of version 1. */
function findings(text: string, names: readonly string[] = ["model.py"]): string[] {
  return checkText(`backend: "python"\n${TENSORS}${text}`, {
    modelName: "m",
    files: { versions: [{ version: "1", names }], others: [] },
    lint: { server: "embedded" },
  })
    .filter(({ severity }) => severity === "error")
    .map(({ line, message }) => `${line}: ${message}`);
}

describe("configurations of Python models", () => {
  it("are accepted, also without tensors", () => {
    expect(findings("")).toEqual([]);
    expect(findings(parameter("EXECUTION_ENV_PATH", "/opt/env"))).toEqual([]);
    expect(
      findings(parameter("EXECUTION_ENV_PATH", "$$TRITON_MODEL_DIRECTORY/env.tar.gz")),
    ).toEqual([]);
    expect(findings(parameter("EXECUTE_TIMEOUT_SECONDS", "0"))).toEqual([]);
    const minimal = checkText("", {
      modelName: "m",
      files: { versions: [{ version: "1", names: ["model.py"] }], others: [] },
      lint: { server: "embedded" },
    });
    expect(minimal.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("need their file", () => {
    expect(findings("", ["notes.txt"])).toEqual([
      "1: unable to find '1/model.py' for the python backend of 'm': add it to version folder 1, which has notes.txt.",
    ]);
  });

  it.each([
    [
      'default_model_filename: "model.txt"\n',
      ["model.txt"],
      'default_model_filename is "model.txt", but a Python model\'s file ends in .py',
    ],
    [
      parameter("EXECUTION_ENV_PATH", "$$TRITON_MODEL_DIRECTORY/../x"),
      ["model.py"],
      "expected a path within the model's folder",
    ],
    [
      parameter("EXECUTE_TIMEOUT_SECONDS", "1.5"),
      ["model.py"],
      "expected a whole number of seconds",
    ],
  ])("[PYTHON-ENV-2] [PYTHON-PROC-6] are rejected at their place: %s", (text, names, message) => {
    expect(findings(text, names)).toEqual([expect.stringMatching(/^4: /)]);
    expect(findings(text, names)[0]).toContain(message);
  });
});
