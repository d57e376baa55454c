import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../../engine/config/index.ts";
import { replacement } from "./replacement.ts";

test("the edit makes one text the other", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const edit = replacement(before, after);
      expect(applyEdits(before, edit ? [edit] : [])).toBe(after);
    }),
  );
});

test("it leaves what both begin and end with", () => {
  expect(replacement("count: 1 # two", "count: 12 # two")).toEqual({ from: 8, to: 8, insert: "2" });
  expect(replacement("same", "same")).toBeNull();
});
