import { describe, expect, it } from "vitest";
import type { OutputTensor } from "../types.ts";
import { decodeStrings } from "./bytes-elements.ts";
import { classify } from "./classification.ts";

const fp32 = (shape: number[], values: number[]): OutputTensor => ({
  name: "y",
  datatype: "FP32",
  shape,
  data: new Uint8Array(new Float32Array(values).buffer),
});

const texts = ({ data, shape }: OutputTensor) =>
  decodeStrings(
    data,
    shape.reduce((a, b) => a * b, 1),
    "y",
  );

describe("classification", () => {
  it("[REQUEST-C1] returns the largest values first, as recorded from Triton", () => {
    const scores = [
      0.22523018717765808, 0.07355935871601105, 0.1483507603406906, 0.12620581686496735,
      0.0397694893181324, 0.03768934682011604, 0.03860372304916382, 0.028488140553236008,
      0.06390179693698883, 0.21820135414600372,
    ];
    const result = classify(fp32([1, 10], scores), 3, [], true);
    expect(result).toMatchObject({ name: "y", datatype: "BYTES", shape: [1, 3] });
    expect(texts(result)).toEqual(["0.225230:0", "0.218201:9", "0.148351:2"]);
  });

  it("[REQUEST-C1] adds labels for each batch item, and never returns more values than exist", () => {
    const result = classify(fp32([2, 2], [1, 2, 4, 3]), 5, ["cat", "dog"], true);
    expect(result.shape).toEqual([2, 2]);
    expect(texts(result)).toEqual([
      "2.000000:1:dog",
      "1.000000:0:cat",
      "4.000000:0:cat",
      "3.000000:1:dog",
    ]);
  });

  it("[REQUEST-C1] formats infinite, huge and NaN scores like C, and puts NaN last", () => {
    const scores = [NaN, -Infinity, 2, NaN, 2 ** 80, Infinity, -1];
    expect(texts(classify(fp32([1, 7], scores), 7, [], true))).toEqual([
      "inf:5",
      "1208925819614629174706176.000000:4",
      "2.000000:2",
      "-1.000000:6",
      "-inf:1",
      "nan:0",
      "nan:3",
    ]);
  });

  it("[REQUEST-C2] is rejected for types without an order", () => {
    const output: OutputTensor = {
      name: "y",
      datatype: "FP16",
      shape: [1, 1],
      data: new Uint8Array(2),
    };
    expect(() => classify(output, 1, [], true)).toThrow(
      "class result not available for output due to unsupported type 'FP16'",
    );
  });
});
