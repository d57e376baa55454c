import { expect, test } from "vitest";
import fc from "fast-check";
import { applyEdits, parseConfig, printConfig } from "./index.ts";
import { arbitraryConfig } from "./testing/arbitrary-config.ts";

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
  ["name: 'a", "name: 'a'"],
  ['name: "a # mine\n', 'name: "a" # mine\n'],
  ['input { name: "x }', 'input { name: "x" }'],
  ['input { name: "x dims: 1 }', 'input { name: "x" dims: 1 }'],
  ["input { dims: [1, 2 }", "input { dims: [1, 2] }"],
  ["input { dims: [1, }", "input { dims: [1] }"],
  ["dynamic_batching { # why\n", "dynamic_batching { } # why\n"],
  [
    "dynamic_batching {\n  priority_levels: 2 # two\n\n# mine\nname: 'a'\n",
    "dynamic_batching {\n  priority_levels: 2 # two\n}\n\n# mine\nname: 'a'\n",
  ],
  [
    "input {\r\n  reshape {\r\n    shape: 1\r\n}\r\nname: 'a'\r\n",
    "input {\r\n  reshape {\r\n    shape: 1\r\n  }\r\n}\r\nname: 'a'\r\n",
  ],
  ["dynamic_batching {\npriority_levels: 2\n", "dynamic_batching {\npriority_levels: 2\n}\n"],
  ["max_batch_size: 4\n# later\nmax_batch_size: 8 # eight\n", "max_batch_size: 4\n"],
  ["parameters { key: 'a' key: 'b' value { } }", "parameters { key: 'a' value { } }"],
  ["dynamic_batching { } sequence_batching { }", "dynamic_batching { }"],
  [
    "dynamic_batching {\n  priority_levels: 2 # two\n}\n\ndynamic_batching {\n  # long\n  preserve_ordering: true\n}\n",
    "dynamic_batching {\n  priority_levels: 2 # two\n  # long\n  preserve_ordering: true\n}\n\n",
  ],
  [
    "dynamic_batching { priority_levels: 2 } dynamic_batching { preserve_ordering: true }",
    "dynamic_batching { priority_levels: 2 preserve_ordering: true }",
  ],
  [
    "dynamic_batching { priority_levels: 2 } dynamic_batching { priority_levels: 3 }",
    "dynamic_batching { priority_levels: 2 }",
  ],
])("[CFG-T8] %s has a fix", (text, fixed) => {
  const { findings } = parseConfig(text);
  const finding = findings.find(({ id }) => id === "open-string") ?? findings[0];
  expect(applyEdits(text, finding?.fix?.edits ?? [])).toBe(fixed);
  expect(parseConfig(fixed).findings).toEqual([]);
});

test.each(["max_batch_size: four", "nothing_like_it: 1", "max_batch_size: [1, 2]"])(
  "[CFG-T8] %s has no fix",
  (text) => {
    expect(parseConfig(text).findings.map(({ fix }) => fix)).toEqual([undefined]);
  },
);

test.each([
  ["input { name: 'x", "input { name: 'x' }"],
  ["input { name: 'x }", "input { name: 'x' }"],
  ["input {\n  name: 'x }\n", "input {\n  name: 'x' }\n"],
  ["input [ { name: 'x } ]", "input [ { name: 'x' } ]"],
  ["input { dims: ['x }", "input { dims: ['x'] }"],
  ["input { name: 'it\\'s", "input { name: 'it\\'s' }"],
])("[CFG-T8] %s: the string is closed before the bracket", (text, closed) => {
  const findFixes = (of: string) => parseConfig(of).findings.flatMap(({ fix }) => fix ?? []);
  expect(findFixes(text).map(({ title }) => title)).toEqual(["Insert '"]);
  const quoted = applyEdits(text, findFixes(text)[0]?.edits ?? []);
  expect(applyEdits(quoted, findFixes(quoted)[0]?.edits ?? [])).toBe(closed);
});

test("[CFG-T8] a missing bracket is inserted where the indentation suggests", () => {
  fc.assert(
    fc.property(arbitraryConfig(), fc.nat(), (config, which) => {
      const text = printConfig(config);
      fc.pre(!text.includes("[\n"));
      const closing = [...text.matchAll(/^ *\}\n/gm)];
      const taken = closing[which % closing.length];
      if (taken === undefined) return;
      const open = text.slice(0, taken.index) + text.slice(taken.index + taken[0].length);
      const finding = parseConfig(open).findings.find(({ message }) =>
        /never closed/.test(message),
      );
      expect(printConfig(parseConfig(applyEdits(open, finding?.fix?.edits ?? [])).config)).toBe(
        text,
      );
    }),
    { numRuns: 200 },
  );
});
