import { describe, expect, it } from "vitest";
import type { ResponseTensor } from "../../wire/index.ts";
import { Differences } from "./differences.ts";

const tensor = (name: string, shape: number[], values: number[]): ResponseTensor => ({
  name,
  datatype: "FP32",
  shape,
  data: new Uint8Array(new Float32Array(values).buffer),
});
const texts = (...all: string[]): ResponseTensor => ({
  name: "label",
  datatype: "BYTES",
  shape: [all.length],
  data: Buffer.concat(
    all.flatMap((text) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return [length, Buffer.from(text)];
    }),
  ),
});
const exactly = { absolute: 0, relative: 0 };

describe("[FLEET-C2] differences of outputs", () => {
  it("are the largest, the largest in proportion, the mean, and classes that flip", () => {
    const differences = new Differences(exactly);
    differences.add([tensor("y", [2, 2], [1, 2, 4, 3])], [tensor("y", [2, 2], [1, 2, 2, 3])]);
    expect(differences.outputs()).toEqual([
      {
        name: "y",
        datatype: "FP32",
        unlike: null,
        elements: 4,
        beyond: 1,
        requestsBeyond: 1,
        unbounded: 0,
        largestAbsolute: 2,
        largestRelative: 0.5,
        meanAbsolute: 0.5,
        rows: 2,
        flips: 1,
      },
    ]);
  });

  it("add up over requests, and leave out what is within the tolerances", () => {
    const differences = new Differences({ absolute: 0.01, relative: 0.1 });
    differences.add([tensor("y", [1], [10])], [tensor("y", [1], [11])]);
    differences.add([tensor("y", [1], [10])], [tensor("y", [1], [12])]);
    expect(differences.outputs()[0]).toMatchObject({
      elements: 2,
      beyond: 1,
      requestsBeyond: 1,
      meanAbsolute: 1.5,
      rows: null,
      flips: null,
    });
  });

  it("take NaN for equal to itself alone", () => {
    const differences = new Differences(exactly);
    differences.add([tensor("y", [2], [NaN, NaN])], [tensor("y", [2], [NaN, 1])]);
    expect(differences.outputs()[0]).toMatchObject({
      beyond: 1,
      unbounded: 1,
      largestAbsolute: 0,
    });
  });

  it("take an infinity for far from anything else, whatever part of it is allowed", () => {
    const differences = new Differences({ absolute: 1, relative: 0.1 });
    differences.add(
      [tensor("y", [4], [Infinity, Infinity, 1, -Infinity])],
      [tensor("y", [4], [5, -Infinity, Infinity, -Infinity])],
    );
    expect(differences.outputs()[0]).toMatchObject({ beyond: 3, unbounded: 3, largestAbsolute: 0 });
  });

  it("have a mean of the elements that are finite on both sides", () => {
    const differences = new Differences(exactly);
    differences.add([tensor("y", [3], [1, NaN, 3])], [tensor("y", [3], [2, 1, 3])]);
    expect(differences.outputs()[0]).toMatchObject({ meanAbsolute: 0.5, flips: 1 });
  });

  it("distinguish 64-bit integers that are the same double", () => {
    const wide = (value: bigint): ResponseTensor => ({
      name: "id",
      datatype: "INT64",
      shape: [1],
      data: new Uint8Array(new BigInt64Array([value]).buffer),
    });
    const differences = new Differences({ absolute: 9, relative: 9 });
    differences.add([wide(2n ** 53n)], [wide(2n ** 53n + 1n)]);
    expect(differences.outputs()[0]).toMatchObject({ beyond: 1, largestAbsolute: 1 });
  });

  it("compare texts exactly", () => {
    const differences = new Differences({ absolute: 9, relative: 9 });
    differences.add([texts("cat", "dog")], [texts("cat", "cow")]);
    expect(differences.outputs()[0]).toMatchObject({
      elements: 2,
      beyond: 1,
      largestAbsolute: null,
      meanAbsolute: null,
    });
  });

  it("say why tensors cannot be compared", () => {
    const differences = new Differences(exactly);
    differences.add(
      [tensor("y", [2], [1, 2]), tensor("gone", [1], [1])],
      [tensor("y", [1], [1]), tensor("new", [1], [1])],
    );
    expect(differences.outputs().map(({ name, unlike }) => [name, unlike])).toEqual([
      ["y", "A gives the shape [2], B [1]."],
      ["gone", "B does not give it."],
      ["new", "A does not give it."],
    ]);
  });
});
