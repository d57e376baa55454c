import { describe, expect, test } from "vitest";
import { fieldFacts } from "./describe.ts";
import { ENUMS, fieldSpec, MESSAGES } from "./fields.ts";

const FIELDS = Object.entries(MESSAGES).flatMap(([message, fields]) =>
  Object.entries(fields).map(([name, field]) => ({ message, name, field })),
);

/** Numbers without a unit: they name or describe something. */
const UNCOUNTED =
  /dims$|^dim$|shape$|versions$|_version$|^gpus$|_id$|^level$|^priority$|_level$|false_true$|^buckets$|^count$/;

describe("the table of fields", () => {
  test("describes each field in one sentence", () => {
    const wrong = FIELDS.filter(({ field }) => !/^[A-Z][^\n]{4,110}\.$/.test(field.doc));
    expect(wrong).toEqual([]);
    const values = Object.values(ENUMS).flat();
    expect(values.filter(({ doc }) => !/^[A-Z0-9].*\.$/.test(doc))).toEqual([]);
  });

  test("has a unit for each number", () => {
    const numbers = FIELDS.filter(({ field }) => /int|float|double/.test(field.type));
    const without = numbers.filter(({ field, name }) => !field.unit && !UNCOUNTED.test(name));
    expect(without.map(({ message, name }) => `${message}.${name}`)).toEqual([]);
  });

  test("names existing fields in a field's requirements and exclusions", () => {
    const names = new Set(FIELDS.map(({ name }) => name));
    const words = FIELDS.flatMap(({ field: { needs = "", excludes = "" } }) =>
      `${needs} ${excludes}`.match(/\b(?<!--)[a-z]+(?:_[a-z0-9]+)+\b/g),
    );
    expect(words.filter((word) => word !== null && !names.has(word))).toEqual([
      "execution_count",
      "execution_count",
      "execution_count",
    ]);
  });

  test("excludes the other members of a oneof", () => {
    for (const { message, name, field } of FIELDS.filter((each) => each.field.oneof)) {
      const others = FIELDS.filter(
        (each) =>
          each.message === message && each.field.oneof === field.oneof && each.name !== name,
      );
      for (const other of others) expect(field.excludes, name).toContain(other.name);
    }
  });

  test("describes when a change takes effect", () => {
    const count = fieldSpec("ModelInstanceGroup", "count")!;
    expect(fieldFacts(count, "instance_group")).toEqual([
      "Unit: instances.",
      "Default 1; 2 for ONNX models on the CPU.",
      "A change applies in place; statistics continue.",
    ]);
    const size = fieldSpec("ModelQueuePolicy", "max_queue_size")!;
    expect(fieldFacts(size, "dynamic_batching").at(-1)).toBe(
      "A change reloads the model and resets its statistics.",
    );
  });
});
