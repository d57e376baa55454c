import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJson } from "./json.ts";

it("[LAB-INPUT-28] keeps every digit of long integers and changes nothing else", () => {
  const text = `{"a":[9223372036854775807, -9223372036854775808 ,12345678901234567,1.2345678901234567890,
    1e400,"12345678901234567","\\"12345678901234567,"],"12345678901234567":9007199254740991}`;
  expect(parseJson(text)).toEqual({
    a: [
      9223372036854775807n,
      -9223372036854775808n,
      12345678901234567n,
      1.2345678901234567,
      Infinity,
      "12345678901234567",
      '"12345678901234567,',
    ],
    "12345678901234567": 9007199254740991,
  });
  expect(parseJson("[12345678901234567]")).toEqual([12345678901234567n]);
  expect(() => parseJson("[00012345678901234567]")).toThrow(SyntaxError);
  expect(() => parseJson('[12345678901234567,"open')).toThrow(SyntaxError);
});

it("[LAB-INPUT-28] parses any JSON like JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify([value, 1]).replace(/1\]$/, "12345678901234567]");
      const expected = JSON.parse(text) as unknown[];
      const [read, long] = parseJson(text) as unknown[];
      expect(long).toBe(12345678901234567n);
      expect(
        JSON.stringify(read, (_, each: unknown) =>
          typeof each === "bigint" ? Number(each) : each,
        ),
      ).toBe(JSON.stringify(expected[0]));
    }),
  );
});

it("[LAB-INPUT-28] parses millions of numbers next to a long one in linear time", () => {
  const count = 2_000_000;
  const text = `[12345678901234567${",0".repeat(count)}]`;
  expect(parseJson(text)).toHaveLength(count + 1);
  const quotes = `[12345678901234567,"${'\\"'.repeat(count)}`;
  expect(() => parseJson(quotes)).toThrow(SyntaxError);
});
