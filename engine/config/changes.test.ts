import { expect, test } from "vitest";
import { configChanges } from "./changes.ts";
import { parseConfig } from "./parse.ts";

const base = `
  name: "m"
  max_batch_size: 8
  input [ { name: "a" data_type: TYPE_FP32 dims: [ 4 ] }, { name: "b" data_type: TYPE_FP32 dims: [ 2 ] } ]
  dynamic_batching { preferred_batch_size: [ 4, 8 ] }
  parameters { key: "k" value { string_value: "v" } }
`;

function changes(before: string, after: string) {
  return configChanges(parseConfig(before).config, parseConfig(after).config);
}

test("comments, order and explicit defaults are not changes", () => {
  expect(changes(base, `# why\n${base}\ninstance_group: []`)).toEqual([]);
  expect(changes(base, base.replace("] }", "] max_queue_delay_microseconds: 0 }"))).toEqual([]);
  expect(changes('name: "m" max_batch_size: 1', 'max_batch_size: 1 name: "m"')).toEqual([]);
});

test("a scalar, a list and an enum are shown with both values", () => {
  const after = base
    .replace("max_batch_size: 8", "max_batch_size: 16")
    .replace("[ 4, 8 ]", "[ 4 ] max_queue_delay_microseconds: 500")
    .replace("TYPE_FP32", "TYPE_FP16");
  expect(changes(base, after)).toEqual([
    { path: "max_batch_size", before: "8", after: "16" },
    { path: 'input["a"].data_type', before: "TYPE_FP32", after: "TYPE_FP16" },
    { path: "dynamic_batching.preferred_batch_size", before: "[4, 8]", after: "[4]" },
    { path: "dynamic_batching.max_queue_delay_microseconds", before: "0", after: "500" },
  ]);
});

test("a message that is added or removed is one change", () => {
  const without = base.replace(/dynamic_batching \{.*\}\n/, "");
  expect(changes(without, base)).toEqual([
    { path: "dynamic_batching", before: null, after: "{ preferred_batch_size: [4, 8] }" },
  ]);
  expect(changes(base, without)).toMatchObject([{ path: "dynamic_batching", after: null }]);
  expect(changes('name: "m"', 'name: "m" dynamic_batching { }')).toEqual([
    { path: "dynamic_batching", before: null, after: "{}" },
  ]);
});

test("elements are compared by name, nameless ones by place, map entries by key", () => {
  const swapped = base.replace(/input \[ (\{.*?\}), (\{.*?\}) \]/, "input [ $2, $1 ]");
  expect(changes(base, swapped)).toEqual([]);
  expect(changes("", "instance_group { count: 2 }")).toEqual([
    { path: "instance_group[0]", before: null, after: "{ count: 2 }" },
  ]);
  expect(changes(base, base.replace('"v"', '"w"'))).toEqual([
    { path: 'parameters["k"].string_value', before: '"v"', after: '"w"' },
  ]);
  expect(changes(base, base.replace('name: "b"', 'name: "c"')).map(({ path }) => path)).toEqual([
    'input["b"]',
    'input["c"]',
  ]);
});
