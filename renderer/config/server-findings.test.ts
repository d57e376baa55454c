import { expect, test } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { serverFindings } from "./server-findings.ts";

const text = 'name: "ranker"\ninput {\n  name: "ids"\n  dims: [ 3 ]\n}\n';

test("a field that the server names is marked", () => {
  const error = new StatusError("INVALID_ARGUMENT", "wrong dims", {
    details: { field: "input[0].name" },
  });
  const [finding] = serverFindings(error, text);
  expect(text.slice(finding?.from, finding?.to)).toBe('"ids"');
  expect(finding).toMatchObject({ line: 3, column: 9, message: "wrong dims" });
});

test("otherwise the last quoted name that the text holds is marked", () => {
  const [finding] = serverFindings(new Error("failed to load 'ranker': tensor 'ids' is 2-D"), text);
  expect(finding).toMatchObject({ line: 3, column: 9 });
});

test("a value or a field that the message uses is marked, and never the model's own name", () => {
  const gpu = `${text}instance_group { kind: KIND_GPU }\n`;
  const at = (message: string) => {
    const [finding] = serverFindings(new Error(message), gpu);
    return gpu.slice(finding?.from, finding?.to);
  };
  expect(at("load failed for 'ranker': instance_group kind is KIND_GPU; use KIND_CPU")).toBe(
    "KIND_GPU",
  );
  expect(at("load failed for 'ranker': instance_group is wrong")).toBe("instance_group");
});

test("findings come through, and without any place the first line is marked", () => {
  const findings = [{ id: "x", line: 2 }];
  const refused = new StatusError("INVALID_ARGUMENT", "no", { details: { findings } });
  expect(serverFindings(refused, text)).toEqual(findings);
  expect(serverFindings(new Error("no memory"), text)).toMatchObject([{ line: 1, column: 1 }]);
});

test("a full disk is no fault of the text", () => {
  const full = new StatusError("RESOURCE_EXHAUSTED", "The disk that holds 'config.pbtxt' is full");
  expect(serverFindings(full, text)).toEqual([]);
});
