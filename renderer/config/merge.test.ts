import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "./merge.ts";

const base = "a\nb\nc\nd\ne\n";

test("each change is known by who made it", () => {
  const theirs = "a\nB theirs\nc\nd\ne\n";
  const mine = "a\nb\nc\nd\nE mine\nnew\n";
  const { hunks, merged } = compareTexts(theirs, mine, base);
  expect(hunks).toEqual([
    { theirs: "B theirs", mine: "b", line: 2, changedBy: "theirs" },
    { theirs: "e", mine: "E mine\nnew", line: 5, changedBy: "mine" },
  ]);
  expect(merged(["theirs", "mine"])).toBe("a\nB theirs\nc\nd\nE mine\nnew\n");
});

test("a place that both changed is said to be both's, as is all without the text they began from", () => {
  const [theirs, mine] = [base.replace("c", "theirs"), base.replace("c", "mine")];
  expect(compareTexts(theirs, mine, base).hunks).toMatchObject([{ changedBy: "both" }]);
  expect(compareTexts(theirs, base, null).hunks).toMatchObject([{ changedBy: "both" }]);
});

test("lines that are inserted or go at the ends are whole", () => {
  const { hunks, merged } = compareTexts("0\na\nb", "a\nb\nz", "a\nb");
  expect(hunks.map(({ changedBy }) => changedBy)).toEqual(["theirs", "mine"]);
  expect(merged(["theirs", "mine"])).toBe("0\na\nb\nz");
});

test("an empty line more at the beginning is a change of that line", () => {
  const { hunks, merged } = compareTexts("\n\nc\na", "\nc\na", null);
  expect(hunks).toHaveLength(1);
  expect(merged(["theirs"])).toBe("\n\nc\na");
});

test("all of one side is that side's text", () => {
  const text = fc
    .array(fc.constantFrom("a", "b", "c", "", "dd"), { maxLength: 12 })
    .map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, text, text, (theirs, mine, from) => {
      const { hunks, merged } = compareTexts(theirs, mine, from);
      expect(merged(hunks.map(() => "theirs"))).toBe(theirs);
      expect(merged(hunks.map(() => "mine"))).toBe(mine);
    }),
  );
});
