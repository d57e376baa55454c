import { expect, test } from "vitest";
import { encodeStrings } from "../requests/bytes-elements.ts";
import { tensorText } from "./tensor-text.ts";

const text = (datatype: string, data: Uint8Array | ArrayBuffer, shape: number[]) => {
  const bytes = new Uint8Array(data);
  const segments = [bytes.subarray(0, 1), bytes.subarray(1)];
  return tensorText({ name: "x", datatype, shape, segments });
};

test("[TRACE-7] values are separated by commas, for every type and segmentation", () => {
  expect(text("BOOL", Uint8Array.of(1, 0), [2])).toBe("1,0");
  expect(text("INT64", BigInt64Array.of(-(2n ** 62n), 3n).buffer, [2])).toBe(
    "-4611686018427387904,3",
  );
  expect(text("FP16", Uint16Array.of(0x3c00, 0xc000, 0x0001, 0x7c00).buffer, [4])).toBe(
    "1,-2,5.960464477539063e-8,Infinity",
  );
  expect(text("BF16", Uint16Array.of(0x3f80, 0xc000).buffer, [2])).toBe("1,-2");
  expect(text("BYTES", encodeStrings(["a", 'b"c']), [2])).toBe('"a","b\\"c"');
  expect(text("BYTES", Uint8Array.of(9, 9), [2])).toBe("");
  expect(text("UINT8", new Uint8Array((1 << 20) + 1), [(1 << 20) + 1])).toBe("");
});
