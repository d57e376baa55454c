import { expect, test } from "vitest";
import { parseConfig } from "../../../engine/config/index.ts";
import { findingsByPath, findingsForField } from "./form-findings.ts";
import { describeField, pathText, findFieldSpec, valueAt } from "./form-path.ts";

const text = `max_batch_size: 8
input { name: "ids" dims: [ 3, 4 ] }
parameters { key: "a b" value { string_value: "1" } }
`;
const parsed = parseConfig(text);

test("paths are written as locations are, and lead to values", () => {
  expect(pathText(["input", 0, "dims"])).toBe("input[0].dims");
  expect(pathText(["parameters", "a b", "string_value"])).toBe('parameters["a b"].string_value');
  for (const path of [
    ["input", 0, "dims"],
    ["parameters", "a b", "string_value"],
    ["input", 0],
  ]) {
    expect(parsed.locations.has(pathText(path)), pathText(path)).toBe(true);
  }
  expect(valueAt(parsed.config, ["input", 0, "dims"])).toEqual([3, 4]);
  expect(valueAt(parsed.config, ["dynamic_batching", "priority_levels"])).toBeUndefined();
  expect(findFieldSpec(["input", 0, "dims"]).type).toBe("int64");
  expect(() => findFieldSpec(["nothing"])).toThrow("no nothing");
});

test("a field's help names its default and unit", () => {
  expect(describeField(["dynamic_batching", "max_queue_delay_microseconds"])).toContain(
    "Default 0",
  );
  expect(describeField(["max_batch_size"])).toContain("Default");
});

test("a finding belongs to the innermost value around it", () => {
  const finding = (word: string) => {
    const from = text.indexOf(word);
    return {
      id: word,
      severity: "error" as const,
      stage: "validation" as const,
      message: word,
      from,
      to: from + word.length,
      line: 1,
      column: 1,
    };
  };
  const found = findingsByPath(parsed, [finding("4"), finding('"ids"'), finding("8")]);
  expect([...found.keys()]).toEqual(["input[0].dims[1]", "input[0].name", "max_batch_size"]);
  expect(findingsForField(found, "input[0].dims").map(({ id }) => id)).toEqual(["4"]);
  expect(findingsForField(found, "input[0]")).toEqual([]);
});
