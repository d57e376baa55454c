import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { InputSpec } from "../index.ts";
import { typedTensor } from "./typed-values.ts";
import { elementTexts } from "./shown-values.ts";

const input = (more: Partial<InputSpec> = {}): InputSpec => ({
  name: "x",
  datatype: "FP32",
  shape: [2, 3],
  dims: [3],
  ...more,
});

const shapeOf = (spec: InputSpec, text: string, batch = 2) => typedTensor(spec, text, batch).shape;

describe("[CLIENT-1] shapes of typed values", () => {
  it("come from nested arrays, with or, for a batch of 1, without the batch dimension", () => {
    const open = input({ dims: [-1, 2], shape: [1, 16, 2] });
    expect(shapeOf(input(), "[[1,2,3],[4,5,6]]")).toEqual([2, 3]);
    expect(shapeOf(open, "[[[1,2],[3,4],[5,6]]]", 1)).toEqual([1, 3, 2]);
    expect(shapeOf(open, "[[1,2],[3,4]]", 1)).toEqual([1, 2, 2]);
  });

  it("match the planned shape for as many elements, or fit the one dynamic dimension", () => {
    expect(shapeOf(input(), "[1,2,3,4,5,6]")).toEqual([2, 3]);
    expect(shapeOf(input({ shape: [1, 16], dims: [-1] }), "[1,2,3]", 1)).toEqual([1, 3]);
    expect(shapeOf(input({ shape: [1, 1], dims: [1] }), "7", 1)).toEqual([1, 1]);
  });

  it.each([
    ["[1,2", "Input 'x' is no JSON: "],
    ["[[1,2],[3]]", "Input 'x' is ragged: parts of one depth must be equally long."],
    ["[[1,2],[3,4]]", "Input 'x' has shape [2,2], and the model takes [2,3], the batch of 2 first"],
    ["[1,2,3]", "Input 'x' has 3 elements, and the shape [2,3] takes 6."],
    ["[1,2,3,4,5,{}]", "Input 'x' holds {}, which is no element"],
    ["[1,2,3,4,5,null]", "Input 'x' holds null, which is no element"],
    ['[1,2,3,4,5,"a"]', "Input 'x': element 5 is \"a\", not a number"],
    ["[1,2,3,4,5,1e999]", "Input 'x' has a number that is too large for any datatype."],
  ])("[CLIENT-2] reject %s with a message", (text, words) => {
    expect(() => typedTensor(input(), text, 2)).toThrow(words);
  });

  it("[CLIENT-2] name the input for a program", () => {
    const named = expect.objectContaining({ code: "INVALID_ARGUMENT", details: { input: "x" } });
    expect(() => typedTensor(input(), "[]", 2)).toThrow(named);
  });
});

describe("[CLIENT-3] elements", () => {
  it("keep every digit of 64-bit integers", () => {
    const spec = input({ datatype: "INT64", shape: [1, 2], dims: [2] });
    const text = "[9223372036854775807,-9223372036854775808]";
    const { data, shape } = typedTensor(spec, text, 1);
    expect(`[${elementTexts({ ...spec, shape, data }, 9).join(",")}]`).toBe(text);
  });

  it.each(["FP32", "FP64", "FP16", "BF16"] as const)("of %s come back as they are", (datatype) => {
    const spec = input({ datatype, shape: [1, 4], dims: [-1] });
    const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -60_000, max: 60_000 });
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 8 }), (values) => {
        const first = typedTensor(spec, JSON.stringify(values), 1);
        const texts = elementTexts({ ...spec, ...first }, 99);
        const again = typedTensor(spec, `[${texts.join(",")}]`, 1);
        expect(again).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });

  it("of BYTES are any texts", () => {
    const spec = input({ datatype: "BYTES", shape: [1, 4], dims: [-1] });
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { minLength: 1 }), (values) => {
        const { data, shape } = typedTensor(spec, JSON.stringify(values), 1);
        expect(elementTexts({ ...spec, shape, data }, 99).map((text) => JSON.parse(text))).toEqual(
          values,
        );
      }),
      { numRuns: 50 },
    );
  });
});
