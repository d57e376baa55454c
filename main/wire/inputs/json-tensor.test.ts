import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { httpOutputs } from "./response-outputs.ts";
import { encodeElements, KINDS } from "./elements.ts";
import { jsonTensor } from "./json-tensor.ts";

/** What a server parses. */
const readBack = (text: string) =>
  httpOutputs(Buffer.from(`{"outputs":[${text}]}`), null)[0]?.data ?? new Uint8Array();

describe("LAB-GEN-36 a tensor as JSON", () => {
  it.each(["FP32", "FP64", "INT8", "INT64", "UINT64", "UINT16", "BOOL"] as const)(
    "keeps every bit of %s",
    (datatype) => {
      const { bytes, read } = KINDS[datatype];
      fc.assert(
        fc.property(fc.uint8Array({ minLength: bytes, maxLength: bytes }), (drawn) => {
          const data = datatype === "BOOL" ? drawn.map((each) => each % 2) : drawn;
          const value = read(new DataView(data.buffer), 0);
          fc.pre(typeof value === "bigint" || Number.isFinite(value));
          const input = { name: "x", datatype, shape: [1] };
          expect([...readBack(jsonTensor(input, data))]).toEqual([...data]);
        }),
      );
    },
  );

  it("keeps texts", () => {
    const texts = ["", 'é😀"\\\n', "\u2028"];
    const data = encodeElements("BYTES", texts, "x");
    const text = jsonTensor({ name: "x", datatype: "BYTES", shape: [3] }, data);
    expect(Buffer.from(readBack(text)).equals(Buffer.from(data))).toBe(true);
  });

  it.each([
    ["FP32", new Uint8Array([0, 0, 192, 127]), "element 0 is NaN, which JSON cannot hold"],
    ["FP64", new Uint8Array([0, 0, 0, 0, 0, 0, 240, 127]), "element 0 is Infinity"],
    ["BYTES", new Uint8Array([1, 0, 0, 0, 255]), "element 0 is no UTF-8"],
    ["BF16", new Uint8Array(2), "is BF16, which JSON cannot carry"],
  ] as const)("rejects %s that JSON cannot hold", (datatype, data, words) => {
    expect(() => jsonTensor({ name: "x", datatype, shape: [1] }, data)).toThrow(words);
  });
});
