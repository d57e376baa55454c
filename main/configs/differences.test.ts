import { expect, test } from "vitest";
import { firstDifference } from "./differences.ts";

test("what a server adds or resolves is no difference", () => {
  const asked = {
    name: "",
    max_batch_size: 8,
    input: [{ dims: [3] }],
    instance_group: [{ kind: "KIND_AUTO", count: 0 }],
    dynamic_batching: {},
  };
  const served = {
    name: "m",
    max_batch_size: 8,
    input: [{ dims: [3], data_type: "TYPE_FP32" }],
    instance_group: [{ kind: "KIND_CPU", count: 2 }],
    dynamic_batching: { preferred_batch_size: [8] },
  };
  expect(firstDifference(asked, served)).toBeNull();
});

test("another value is named by its path", () => {
  expect(firstDifference({ input: [{ dims: [3] }] }, { input: [{ dims: [4] }] })).toBe(
    "input[0].dims[0]",
  );
  expect(firstDifference({ response_cache: { enable: true } }, {})).toBe("response_cache");
});
