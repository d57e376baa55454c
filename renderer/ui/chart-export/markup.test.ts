import { expect, test } from "vitest";
import { escapeXml, tag, wrapText } from "./markup.ts";

test("text is escaped, and what XML cannot hold is left out", () => {
  expect(escapeXml('a<b>&"c"\u0000\u0008é😀')).toBe("a&lt;b&gt;&amp;&quot;c&quot;é😀");
});

test("undefined attributes are left out, numbers are short", () => {
  expect(tag("rect", { x: 1.23456, y: null, rx: undefined, fill: "a&b" })).toBe(
    '<rect x="1.23" fill="a&amp;b"/>',
  );
  expect(tag("text", {}, "hi")).toBe("<text>hi</text>");
});

test("text is broken between words, and its own breaks are kept", () => {
  expect(wrapText("one two three\n\nfour", 8)).toEqual(["one two", "three", "four"]);
  expect(wrapText("extraordinarily", 5)).toEqual(["extraordinarily"]);
});
