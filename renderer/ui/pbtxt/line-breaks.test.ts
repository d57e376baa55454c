import fc from "fast-check";
import { expect, test } from "vitest";
import { asLines, inLines, ofLines, withLineBreaksFrom } from "./line-breaks.ts";

const texts = fc.string({ unit: fc.constantFrom("a", "b", "\r\n", "\n", "\r"), maxLength: 12 });
const written = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 12 });

test("lines that were edited are the lines of the text they make", () => {
  fc.assert(
    fc.property(texts, written, (before, lines) => {
      expect(asLines(withLineBreaksFrom(before, lines))).toBe(lines);
    }),
  );
});

test("lines that no one edited make the text they came from", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(withLineBreaksFrom(text, asLines(text))).toBe(text);
    }),
  );
});

test("the lines around an edit keep their breaks, new ones take those of the text", () => {
  expect(withLineBreaksFrom("a\r\nb\nc\r\n", "a\nb1\n\nc\n")).toBe("a\r\nb1\r\n\nc\r\n");
  expect(withLineBreaksFrom("a\r\nb\r\n", "a\nb2\n")).toBe("a\r\nb2\r\n");
  expect(withLineBreaksFrom("a\n", "a\nb\n")).toBe("a\nb\n");
});

test("an offset leads to the same character in a text and in its lines", () => {
  fc.assert(
    fc.property(texts, (text) => {
      const lines = asLines(text);
      for (let at = 0; at <= lines.length; at += 1) {
        const offset = ofLines(text, at);
        expect(inLines(text, offset)).toBe(at);
        expect(asLines(text.slice(0, offset))).toBe(lines.slice(0, at));
      }
    }),
  );
});
