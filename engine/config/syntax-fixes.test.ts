import { expect, test } from "vitest";
import { applyEdits, parseConfig } from "./index.ts";

test.each([
  ["max_batchsize: 4", "max_batch_size: 4"],
  ["instance_group { kind: KIND_CPUS }", "instance_group { kind: KIND_CPU }"],
  ["instance_group { kind: 'KIND_GPU' }", "instance_group { kind: KIND_GPU }"],
  ["backend: onnxruntime", 'backend: "onnxruntime"'],
  ["max_batch_size: '8'", "max_batch_size: 8"],
  ["max_batch_size: [8]", "max_batch_size: 8"],
  ["max_batch_size 8", "max_batch_size: 8"],
  ["input { dims [1] }", "input { dims: [1] }"],
  ["input { dims: [1 2] }", "input { dims: [1, 2] }"],
  ["dynamic_batching { >", "dynamic_batching { }"],
  ["response_cache { enable: TRUE }", "response_cache { enable: true }"],
  ["parameters { key: 'a' val {} }", "parameters { key: 'a' value {} }"],
  ["\ufeffname: 'a'", "name: 'a'"],
])("[T8] %s has a fix", (text, fixed) => {
  const [finding] = parseConfig(text).findings;
  expect(applyEdits(text, finding?.fix?.edits ?? [])).toBe(fixed);
  expect(parseConfig(fixed).findings).toEqual([]);
});

test.each(["max_batch_size: four", "nothing_like_it: 1", "max_batch_size: [1, 2]", "name: 'a"])(
  "[T8] %s has none",
  (text) => {
    expect(parseConfig(text).findings.map(({ fix }) => fix)).toEqual([undefined]);
  },
);
