import { expect, test } from "vitest";
import { describeRemedy } from "./describe-remedy.ts";

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
