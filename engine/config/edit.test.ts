import { describe, expect, test } from "vitest";
import {
  applyEdits,
  type ConfigPath,
  getRange,
  insertElement,
  parseConfig,
  pathAt,
  removeValue,
  setValue,
} from "./index.ts";

const set = (text: string, path: ConfigPath, value: unknown) =>
  applyEdits(text, setValue(text, path, value));
const remove = (text: string, path: ConfigPath) => applyEdits(text, removeValue(text, path));
const insert = (text: string, path: ConfigPath, index: number, value: unknown) =>
  applyEdits(text, insertElement(text, path, index, value));

describe("[CFG-E1-E3] setValue", () => {
  test.each<[string, ConfigPath, unknown, string]>([
    ["max_batch_size: 4 # most", ["max_batch_size"], 8, "max_batch_size: 8 # most"],
    ["max_batch_size : 0x4;", ["max_batch_size"], 4, "max_batch_size : 0x4;"],
    ["name: 'a' 'b'\n", ["name"], 'c"', 'name: "c\\""\n'],
    ["backend: 'x'\n", ["max_batch_size"], 8, "backend: 'x'\nmax_batch_size: 8\n"],
    ["backend: 'x'", ["max_batch_size"], 8, "backend: 'x'\nmax_batch_size: 8"],
    ["# header\n", ["max_batch_size"], 8, "# header\nmax_batch_size: 8\n"],
    ["max_batch_size: 4\n", ["backend"], "x", 'backend: "x"\nmax_batch_size: 4\n'],
    ["input [ { dims: [1] } ]", ["input", 0, "name"], "x", 'input [ { name: "x" dims: [1] } ]'],
    ["input { dims: 1 dims: 2 }", ["input", 0, "dims"], [1, 3], "input { dims: 1 dims: 3 }"],
    ["input { dims: [1,2] }", ["input", 0, "dims"], [1, 2, 3], "input { dims: [1,2,3] }"],
    ["input { dims: [1, 2, 3] }", ["input", 0, "dims"], [1, 3], "input { dims: [1, 3] }"],
    [
      "dynamic_batching {}",
      ["dynamic_batching", "priority_levels"],
      2,
      "dynamic_batching { priority_levels: 2 }",
    ],
    [
      "dynamic_batching {\n\tpreserve_ordering: t # as asked\n}\n",
      ["dynamic_batching", "default_queue_policy", "max_queue_size"],
      64,
      "dynamic_batching {\n\tpreserve_ordering: t # as asked\n\tdefault_queue_policy {\n\t\tmax_queue_size: 64\n\t}\n}\n",
    ],
    ["a: 1\r\n", ["name"], "b", 'a: 1\r\nname: "b"\r\n'],
    ["sequence_batching { }\n", ["dynamic_batching"], {}, "dynamic_batching {}\n"],
    ["", ["dynamic_batching", "preserve_ordering"], false, "dynamic_batching {}\n"],
    [
      "parameters { key: 'a' value { string_value: '1' } } # one\n",
      ["parameters", "b", "string_value"],
      "2",
      "parameters { key: 'a' value { string_value: '1' } } # one\nparameters {\n  key: \"b\"\n  value {\n    string_value: \"2\"\n  }\n}\n",
    ],
    [
      "parameters [{ key: 'a' value { string_value: '1' } }]",
      ["parameters", "b", "string_value"],
      "2",
      "parameters [{ key: 'a' value { string_value: '1' } }, { key: \"b\" value { string_value: \"2\" } }]",
    ],
  ])("%j %j = %j", (text, path, value, expected) => {
    expect(set(text, path, value)).toBe(expected);
  });

  test("of an object edits only the differences and keeps comments elsewhere", () => {
    const text =
      "instance_group [\n  {\n    # on the CPU\n    kind: KIND_CPU\n    count: 1 # one\n  }\n]\n";
    const changed = set(text, ["instance_group", 0], { kind: "KIND_CPU", count: 2, gpus: [] });
    expect(changed).toBe(text.replace("count: 1", "count: 2"));
  });

  test.each<[ConfigPath, unknown, string]>([
    [["max_batch"], 1, '"max_batch" is not a field of a model configuration.'],
    [["max_batch_size"], "four", 'max_batch_size must be a whole number (int32), found "four"'],
    [["input", 1, "name"], "x", '"input[1].name" goes to index 1 of input, which has 0 elements.'],
  ])("refuses %j = %j", (path, value, sentence) => {
    expect(() => setValue("", path, value)).toThrow(sentence);
  });
});

describe("[CFG-E6] removeValue", () => {
  test.each<[string, ConfigPath, string]>([
    ["a: 1\n# most\nmax_batch_size: 4 # four\nb: 2\n", ["max_batch_size"], "a: 1\nb: 2\n"],
    ["# header\nmax_batch_size: 4\nb: 2\n", ["max_batch_size"], "# header\nb: 2\n"],
    ["a: 1\nmax_batch_size: 4", ["max_batch_size"], "a: 1"],
    ["input { name: 'a', dims: 1 }", ["input", 0, "dims"], "input { name: 'a' }"],
    ["input { name: 'a' dims: 1 }", ["input", 0, "name"], "input { dims: 1 }"],
    ["input { dims: 1 name:'a'optional: t}", ["input", 0, "name"], "input { dims: 1 optional: t}"],
    ["input { dims: [1, 2, 3] }", ["input", 0, "dims", 2], "input { dims: [1, 2] }"],
    ["input { dims: [1, 2, 3] }", ["input", 0, "dims", 0], "input { dims: [2, 3] }"],
    ["input { dims: [1] }", ["input", 0, "dims", 0], "input { }"],
    [
      "input [\n  { name: 'a' },\n  # second\n  { name: 'b' }\n]",
      ["input", 1],
      "input [\n  { name: 'a' }\n]",
    ],
    [
      "metric_tags { key: 'a' } metric_tags { key: 'b' }",
      ["metric_tags", "a"],
      "metric_tags { key: 'b' }",
    ],
    ["a: 1", ["name"], "a: 1"],
  ])("%j %j", (text, path, expected) => {
    expect(remove(text, path)).toBe(expected);
  });
});

describe("[CFG-E3] insertElement", () => {
  test.each<[string, ConfigPath, number, unknown, string]>([
    ["input { dims: [1, 2] }", ["input", 0, "dims"], 1, 7, "input { dims: [1, 7, 2] }"],
    ["input { dims: [1, 2] }", ["input", 0, "dims"], 0, 7, "input { dims: [7, 1, 2] }"],
    ["input { dims: [ ] }", ["input", 0, "dims"], 0, 7, "input { dims: [ 7 ] }"],
    ["input { dims: 1 }", ["input", 0, "dims"], 0, 7, "input { dims: 7 dims: 1 }"],
    [
      "input {\n  name: 'a'\n}\n",
      ["input"],
      1,
      { name: "b" },
      "input {\n  name: 'a'\n}\ninput {\n  name: \"b\"\n}\n",
    ],
    ["", ["input"], 0, { name: "b" }, 'input [\n  {\n    name: "b"\n  }\n]\n'],
    [
      "input [\n  {\n    name: 'a'\n  } # a\n]\n",
      ["input"],
      1,
      { name: "b" },
      "input [\n  {\n    name: 'a'\n  }, # a\n  {\n    name: \"b\"\n  }\n]\n",
    ],
  ])("%j %j at %i %j", (text, path, index, value, expected) => {
    expect(insert(text, path, index, value)).toBe(expected);
  });
});

describe("[CFG-E5] places", () => {
  const text =
    'input [ { name: "a" }, { dims: 1, dims: [2, 3] } ]\nparameters { key: "k" value { string_value: "v" } }\n';

  test.each<[ConfigPath, string]>([
    [["input", 0, "name"], 'name: "a"'],
    [["input", 1], "{ dims: 1, dims: [2, 3] }"],
    [["input", 1, "dims"], "dims: 1, dims: [2, 3]"],
    [["input", 1, "dims", 0], "dims: 1"],
    [["input", 1, "dims", 2], "3"],
    [["parameters", "k", "string_value"], 'string_value: "v"'],
  ])("%j", (path, found) => {
    const range = getRange(text, path);
    expect(text.slice(range?.from, range?.to)).toBe(found);
    expect(pathAt(text, text.indexOf(found) + (found.startsWith("dims: 1,") ? -1 : 0))).toEqual(
      found.startsWith("dims: 1,") ? ["input", 1] : path,
    );
  });

  test("of paths that the text doesn't contain", () => {
    expect(getRange(text, ["output", 0])).toBeUndefined();
    expect(getRange(text, ["no_such_field"])).toBeUndefined();
    expect(pathAt(text, text.length)).toEqual([]);
    expect(parseConfig(text).findings).toEqual([]);
  });
});
