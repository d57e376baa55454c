import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WireDatatype } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { finish } from "../../../base/steps.ts";
import { RawJson } from "./json-cursor.ts";
import { elementsFromRaw } from "./json-elements.ts";
import { readJson } from "./json-reader.ts";
import { tensorFromJson } from "./json-tensor.ts";

const read = (text: string, isRaw?: Parameters<typeof readJson>[1]) =>
  finish(readJson(Buffer.from(text), isRaw));

const message = (run: () => unknown): string => {
  try {
    return `read ${JSON.stringify(run())}`;
  } catch (error) {
    expect(error).toBeInstanceOf(StatusError);
    return (error as StatusError).message;
  }
};

test("[BOUND-3] parses like JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(read(text)).toEqual(JSON.parse(text, exactInteger));
    }),
    { numRuns: 300 },
  );
});

function exactInteger(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(context?.source ?? "") ? BigInt(context?.source ?? "") : value;
}

test("[BOUND-3] rounds numbers like JSON.parse", () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
  const number = fc
    .record({
      sign: fc.constantFrom("", "-"),
      whole: fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9][0-9]{0,14}$/)),
      fraction: fc.option(digits(20), { nil: undefined }),
      exponent: fc.option(fc.integer({ min: -330, max: 330 }), { nil: undefined }),
    })
    .map(({ sign, whole, fraction, exponent }) => {
      const tail = exponent === undefined ? "" : `e${exponent}`;
      return `${sign}${whole}${fraction === undefined ? "" : `.${fraction}`}${tail}`;
    });
  fc.assert(
    fc.property(number, (text) => {
      expect(read(text)).toBe(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
  expect(read("9007199254740991")).toBe(9007199254740991);
  expect(read("[9007199254740992,-18446744073709551615,1234567890123456]")).toEqual([
    9007199254740992n,
    -18446744073709551615n,
    1234567890123456,
  ]);
});

test("[PROTO-16] parses numbers that are not finite", () => {
  expect(read('[NaN,-NaN,Infinity,-Infinity,Inf,-Inf,"NaN"]')).toEqual([
    Number.NaN,
    Number.NaN,
    Infinity,
    -Infinity,
    Infinity,
    -Infinity,
    "NaN",
  ]);
});

test.each([
  "",
  " ",
  "{",
  "[",
  "[1",
  "[1,]",
  "[,1]",
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  "{a:1}",
  "01",
  "1.",
  ".5",
  "-",
  "+1",
  "1e",
  "1e+",
  "tru",
  "-true",
  "nul",
  '"',
  '"\\',
  '"\\x"',
  '"\\u12"',
  '"\n"',
  "1 2",
  "1\0",
  "[1}",
  '{"a":1]',
  "]",
])("[BOUND-3] %j is not JSON, and the error says where", (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(message(() => read(text))).toMatch(
    /^failed to parse the request JSON buffer: (unexpected|the text at position)/,
  );
});

test("[BOUND-3] depth, values, and characters of a number have limits", () => {
  const deep = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(read(deep(128))).toHaveLength(1);
  expect(message(() => read(deep(129)))).toContain("nested deeper than 128");
  expect(message(() => read(deep(3_000_000)))).toContain("nested deeper than 128");
  expect(message(() => read(`[${"1,".repeat(300_000)}1]`))).toContain("more than 262144 values");
  expect(message(() => read("9".repeat(2000)))).toContain("more than 1024 characters");
});

test("a member called __proto__ is an ordinary member", () => {
  const value = read('{"__proto__":{"a":1}}') as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(["__proto__"]);
});

test("[BOUND-3] selected members are left unparsed, with everything in them", () => {
  const isRaw = (path: readonly string[]) => path.join(".") === "inputs.data";
  const text =
    '{"data":[1],"inputs":[{"data": [[1,"]}\\""],{"a":[2]}] ,"name":"x"},{"data":7},{"data":"t"}]}';
  const value = read(text, isRaw) as { data: unknown; inputs: { data: RawJson; name?: string }[] };
  expect(value.data).toEqual([1]);
  expect(value.inputs.map(({ data: { start, end } }) => text.slice(start, end).trim())).toEqual([
    '[[1,"]}\\""],{"a":[2]}]',
    "7",
    '"t"',
  ]);
  expect(value.inputs[0]?.name).toBe("x");
  for (const open of ['{"inputs":[{"data":[1', '{"inputs":[{"data":"', '{"inputs":[{"data":}]}']) {
    expect(message(() => read(open, isRaw))).toContain("unexpected");
  }
});

describe("a tensor parsed from JSON bytes", () => {
  const fromRaw = (datatype: WireDatatype, count: number, text: string) => {
    const bytes = Buffer.from(text);
    const raw = new RawJson(bytes, 0, bytes.byteLength);
    const { segments, byteLength } = finish(elementsFromRaw("x", datatype, count, raw));
    return { bytes: Buffer.concat(segments), byteLength };
  };
  const fromValues = (datatype: string, count: number, value: unknown) => {
    const { segments, byteLength } = tensorFromJson("x", datatype, [count], value);
    return { bytes: Buffer.concat(segments), byteLength };
  };

  test("[BOUND-5] equals the one from parsed values", () => {
    const element = fc.oneof(
      fc.integer({ min: -300, max: 70_000 }),
      // Larger integers have other digits in JSON than as a number, and JSON.stringify writes 0 for
      // -0.
      fc
        .double({ noDefaultInfinity: true, noNaN: true })
        .filter((x) => Math.abs(x) < 2 ** 53)
        .map((x) => x + 0),
      fc.boolean(),
      fc.string({ unit: "grapheme" }),
      fc.constant(null),
    );
    const { tensors } = fc.letrec<{ tensors: unknown[]; item: unknown }>((tie) => ({
      item: fc.oneof({ maxDepth: 3 }, element, tie("tensors")),
      tensors: fc.array(tie("item"), { maxLength: 5 }),
    }));
    const datatype = fc.constantFrom<WireDatatype[]>(
      "BOOL",
      "INT8",
      "UINT16",
      "INT32",
      "INT64",
      "UINT64",
      "FP32",
      "FP64",
      "BYTES",
    );
    fc.assert(
      fc.property(datatype, tensors, (type, values) => {
        const count = values.flat(64).length;
        const json = JSON.stringify(values, undefined, " ");
        const expected = message(() => fromValues(type, count, values));
        const got = message(() => fromRaw(type, count, json));
        // If several elements are wrong, the error may be about any of them.
        const outcome = (text: string) => (text.startsWith("read") ? text : "refused");
        expect(outcome(got)).toBe(outcome(expected));
      }),
      { numRuns: 500 },
    );
  });

  test("[BOUND-5] accepts elements of every type", () => {
    for (const [type, values] of [
      ["BOOL", [true, 0, 1]],
      ["INT8", [-128, 127, 1]],
      ["UINT32", [0, 4294967295, 7]],
      ["INT64", [-9007199254740991, 5, 0]],
      ["FP32", [0.1, -1e38, 3]],
      ["FP64", [0.1, 1e-300, 123456789012345680000]],
      ["BYTES", ['a"\\', "Grüße 🎈", ""]],
    ] as const) {
      expect(fromRaw(type, 3, JSON.stringify(values))).toEqual(fromValues(type, 3, values));
    }
    const wide = "[-9223372036854775808, 9223372036854775807]";
    const expected = Buffer.from(BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n).buffer);
    expect(fromRaw("INT64", 2, wide).bytes).toEqual(expected);
    expect(fromRaw("INT32", 1, "7").bytes).toEqual(fromValues("INT32", 1, 7).bytes);
  });

  test.each<[string, WireDatatype, number, string, string]>([
    ["more elements than the shape", "INT32", 2, "[1,2,3]", "Shape does not match"],
    ["fewer elements", "INT32", 4, "[1,2]", "Shape does not match"],
    ["a shape that no memory holds", "INT64", 2 ** 52, "[1]", "Shape does not match"],
    ["a shape beyond all numbers", "INT64", Number.NaN, "[1]", "Shape does not match"],
    ["a value out of range", "UINT8", 1, "[256]", "256 in input 'x' is no UINT8 value"],
    ["an integer out of range", "INT64", 1, "[9223372036854775808]", "is no INT64 value"],
    ["a text among numbers", "FP32", 1, '["1"]', `"1" in input 'x' is no FP32 value`],
    ["an object", "FP32", 1, "[{}]", "an object in input 'x' is no FP32 value"],
    ["null", "BOOL", 1, "[null]", "null in input 'x' is no BOOL value"],
    ["a number among texts", "BYTES", 1, "[1]", "1 in input 'x' is no BYTES value"],
    ["something behind it", "INT32", 1, "[1]]", "unexpected"],
    ["a missing bracket", "INT32", 1, "[[1]", "unexpected end"],
    ["FP16", "FP16", 1, "[1]", "receiving FP16 data via JSON is not supported"],
  ])("[BOUND-5] refuses %s", (_, datatype, count, text, words) => {
    expect(message(() => fromRaw(datatype, count, text))).toContain(words);
  });
});
