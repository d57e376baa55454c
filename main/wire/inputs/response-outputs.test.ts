import { describe, expect, it } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { type ResponseTensor, grpcOutputs, httpOutputs } from "./response-outputs.ts";
import { findDifference } from "./compare-outputs.ts";
import { encodeElements } from "./elements.ts";
import type { ExpectedOutput } from "./request-set.ts";

const answer = (
  datatype: string,
  values: (number | bigint | string)[],
  shape = [values.length],
): ResponseTensor => ({
  name: "y",
  datatype,
  shape,
  data: encodeElements(datatype as "FP32", values, "y"),
});
const wanted = (content: ExpectedOutput["content"], shape: number[] | null = null) => [
  { name: "y", shape, content },
];

describe("answers", () => {
  it("[LAB-INPUT-26] are read from gRPC's raw and typed contents alike", () => {
    const outputs = [
      { name: "i", datatype: "INT32", shape: [2], contents: { int_contents: [1, -2] } },
      {
        name: "l",
        datatype: "INT64",
        shape: [1],
        contents: { int64_contents: ["9007199254740993" as unknown as number] },
      },
      { name: "u", datatype: "UINT8", shape: [1], contents: { uint_contents: [255] } },
      { name: "b", datatype: "BOOL", shape: [2], contents: { bool_contents: [true, false] } },
      { name: "f", datatype: "FP32", shape: [1], contents: { fp32_contents: [0.5] } },
      { name: "d", datatype: "FP64", shape: [1], contents: { fp64_contents: [0.1] } },
      {
        name: "t",
        datatype: "BYTES",
        shape: [1],
        contents: { bytes_contents: [Buffer.from("ä")] },
      },
    ];
    const typed = grpcOutputs(
      inference.ModelInferResponse.decode(
        inference.ModelInferResponse.encode({ outputs }).finish(),
      ),
    );
    const values = [[1, -2], [9007199254740993n], [255], [true, false], [0.5], [0.1], ["ä"]];
    const raw_output_contents = outputs.map(({ datatype }, i) =>
      encodeElements(datatype as "FP32", values[i] as number[], "y"),
    );
    const raw = grpcOutputs({
      outputs: outputs.map(({ name, datatype, shape }) => ({ name, datatype, shape })),
      raw_output_contents,
    });
    expect(typed.map(({ data }) => [...data])).toEqual(raw.map(({ data }) => [...data]));
    expect(typed.map(({ name, shape }) => [name, shape])).toEqual(
      outputs.map(({ name, shape }) => [name, shape]),
    );
  });

  it("[LAB-INPUT-26] are read from HTTP's JSON and binary data alike", () => {
    const head = Buffer.from(
      '{"outputs":[{"name":"a","datatype":"INT64","shape":[2,1],"data":[[9007199254740993],[2]]},' +
        '{"name":"b","datatype":"FP32","shape":[1],"parameters":{"binary_data_size":4}},' +
        '{"name":"c","datatype":"UINT8","shape":[2],"parameters":{"binary_data_size":2}}]}',
    );
    const body = Buffer.concat([head, Buffer.of(0, 0, 0x80, 0x3f, 7, 8)]);
    const outputs = httpOutputs(body, head.length);
    expect(outputs.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(new BigInt64Array(new Uint8Array(outputs[0]?.data ?? []).buffer)[0]).toBe(
      2n ** 53n + 1n,
    );
    expect([...(outputs[1]?.data ?? [])]).toEqual([0, 0, 0x80, 0x3f]);
    expect([...(outputs[2]?.data ?? [])]).toEqual([7, 8]);
    const json = Buffer.from(
      '{"outputs":[{"name":"a","datatype":"BOOL","shape":[1],"data":[true]}]}',
    );
    expect(httpOutputs(json, null)[0]?.data[0]).toBe(1);
  });

  it.each([
    ["no JSON", "{", null, "it is no JSON"],
    ["no outputs", "{}", null, "it has no outputs"],
    ["null", "null", null, "it has no outputs"],
    ["an output without a name", '{"outputs":[null]}', null, "no name"],
    [
      "an output without a shape",
      '{"outputs":[{"name":"a","datatype":"BOOL"}]}',
      null,
      "output 'a' has no shape",
    ],
    [
      "a value of another type",
      '{"outputs":[{"name":"a","datatype":"UINT8","shape":[1],"data":[256]}]}',
      null,
      "element 0 is 256, not",
    ],
    [
      "an unknown datatype",
      '{"outputs":[{"name":"a","datatype":"FP8","shape":[1],"data":[1]}]}',
      null,
      "datatype 'FP8'",
    ],
    ["a header that is too long", "{}", 9, "its header is 9 bytes long, and its body 2"],
    [
      "missing bytes",
      '{"outputs":[{"name":"a","datatype":"UINT8","shape":[1],"parameters":{"binary_data_size":1}}]}',
      null,
      "binary_data_size 1",
    ],
    [
      "a negative size",
      '{"outputs":[{"name":"a","datatype":"UINT8","shape":[1],"parameters":{"binary_data_size":-1}}]}',
      null,
      "binary_data_size -1",
    ],
  ])("[LAB-INPUT-26] with %s are DATA_LOSS", (_name, body, header, message) => {
    expect(() => httpOutputs(Buffer.from(body), header)).toThrow(
      expect.objectContaining({ code: "DATA_LOSS", message: expect.stringContaining(message) }),
    );
  });
});

describe("a wrong answer", () => {
  it.each<[string, ExpectedOutput["content"], ResponseTensor]>([
    ["equal integers", [1, 2n ** 62n], answer("INT64", [1, 2n ** 62n])],
    ["equal texts", ["a", "ä"], answer("BYTES", ["a", "ä"])],
    ["close floats", [1000, 0], answer("FP32", [1000.009, 9e-9])],
    ["close halves", [0.1], answer("FP16", [0.1])],
    ["not a number", [Number.NaN, Infinity], answer("FP64", [Number.NaN, Infinity])],
    ["close bfloat16", [3.14159], answer("BF16", [3.14159])],
  ])("[LAB-INPUT-25] is none with %s", (_name, content, output) => {
    expect(findDifference(wanted(content), [output])).toBe(null);
    expect(findDifference(wanted(content), [output])).toBe(null);
  });

  it("[LAB-INPUT-25] compares bytes by the answer's datatype", () => {
    const fixed = Buffer.from(new Float32Array([1, 2]).buffer);
    const texts = encodeElements("BYTES", ["x"], "y");
    expect(findDifference(wanted({ fixed, texts }), [answer("FP32", [1, 2])])).toBe(null);
    expect(findDifference(wanted({ fixed, texts }), [answer("BYTES", ["x"])])).toBe(null);
  });

  it.each<[string, readonly ExpectedOutput[], ResponseTensor[], string]>([
    ["a missing output", wanted([1]), [], "Output 'y' is missing."],
    [
      "another shape",
      wanted([1, 2], [1, 2]),
      [answer("FP32", [1, 2], [2, 1])],
      "Output 'y' has shape [2,1], expected [1,2].",
    ],
    [
      "another number of elements",
      wanted([1, 2]),
      [answer("FP32", [1, 2, 3])],
      "Output 'y' has 3 elements, expected 2.",
    ],
    [
      "another integer",
      wanted([1, 2, 3, 4]),
      [answer("INT32", [1, 2, 3, 5], [2, 2])],
      "Output 'y' has 5 at [1,1], expected 4.",
    ],
    [
      "a float too far",
      wanted([1, 1]),
      [answer("FP64", [1, 1.0001])],
      "Output 'y' has 1.0001 at [1], expected 1.",
    ],
    [
      "infinity for a number",
      wanted([1]),
      [answer("FP32", [Infinity])],
      "Output 'y' has Infinity at [0], expected 1.",
    ],
    [
      "a number for infinity",
      wanted([Infinity]),
      [answer("FP32", [1])],
      "Output 'y' has 1 at [0], expected Infinity.",
    ],
    [
      "not a number for one",
      wanted([1]),
      [answer("FP32", [Number.NaN])],
      "Output 'y' has NaN at [0], expected 1.",
    ],
    [
      "another text",
      wanted(["a", "b"]),
      [answer("BYTES", ["a", "c"])],
      `Output 'y' has "c" at element 1, expected "b".`,
    ],
    [
      "more texts",
      wanted(["a"]),
      [answer("BYTES", ["a", "c"])],
      "Output 'y' has 2 elements, expected 1.",
    ],
    [
      "broken texts",
      wanted(["a"]),
      [{ ...answer("BYTES", ["a"]), data: Buffer.of(9, 0, 0, 0) }],
      "Output 'y' is broken",
    ],
    [
      "missing bytes",
      wanted([1]),
      [{ ...answer("FP32", [1]), data: Buffer.of(1) }],
      "Output 'y' has 1 bytes, which is not [1] of FP32.",
    ],
    [
      "values of another type",
      wanted([300]),
      [answer("UINT8", [44])],
      "The expected output 'y': element 0 is 300, not a whole number from 0 to 255",
    ],
    [
      "an unknown datatype",
      wanted([1]),
      [{ ...answer("FP32", [1]), datatype: "FP8" }],
      "Output 'y' is of datatype 'FP8'.",
    ],
  ])("[LAB-INPUT-24] is reported with %s", (_name, expected, outputs, words) => {
    expect(findDifference(expected, outputs)).toContain(words);
  });
});
