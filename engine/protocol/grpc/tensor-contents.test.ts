import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inference, WireReader } from "../../../assets/proto/index.ts";
import type { WireDatatype } from "../../types.ts";
import type { StatusError } from "../../../base/status-error.ts";
import { finish } from "../../../base/steps.ts";
import { readInferRequestMessage } from "./infer-request-message.ts";
import { contentsSegments } from "./tensor-contents.ts";

const LIMITS = { fields: 64 * 1024, textBytes: 1 << 22 };

type Contents = inference.InferTensorContents.$Properties;

function decode(
  datatype: string,
  shape: readonly number[],
  ...contents: (Contents | Uint8Array)[]
): { bytes: Buffer; byteLength: number } {
  const messages = contents.map((one) =>
    one instanceof Uint8Array ? one : inference.InferTensorContents.encode(one).finish(),
  );
  const tensor = { model: "m", name: "x", datatype, shape, contents: messages };
  const { segments, byteLength } = finish(contentsSegments(tensor));
  return { bytes: Buffer.concat(segments), byteLength };
}

function refusal(run: () => unknown): string {
  try {
    run();
    return "accepted";
  } catch (error) {
    return `${(error as StatusError).code}: ${(error as StatusError).message}`;
  }
}

const bytesOf = (array: ArrayBufferView) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength);

describe("typed contents", () => {
  test("[PROTO-33][BOUND-6] 64-bit integers keep full precision", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })), (values) => {
        const wire = values.map(String) as unknown as number[];
        const { bytes } = decode("INT64", [values.length], { int64_contents: wire });
        expect(bytes).toEqual(bytesOf(BigInt64Array.from(values)));
        const unsigned = values.map((value) => BigInt.asUintN(64, value));
        const written = unsigned.map(String) as unknown as number[];
        const read = decode("UINT64", [values.length], { uint64_contents: written });
        expect(read.bytes).toEqual(bytesOf(BigUint64Array.from(unsigned)));
      }),
      { numRuns: 200 },
    );
  });

  test("[PROTO-32][BOUND-6] integers of every width", () => {
    const integers = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
    fc.assert(
      fc.property(integers, (values) => {
        const shape = [values.length];
        const signed = { int_contents: values };
        expect(decode("INT32", shape, signed).bytes).toEqual(bytesOf(Int32Array.from(values)));
        expect(decode("INT16", shape, signed).bytes).toEqual(bytesOf(Int16Array.from(values)));
        expect(decode("INT8", shape, signed).bytes).toEqual(bytesOf(Int8Array.from(values)));
        const unsigned = { uint_contents: values.map((value) => value >>> 0) };
        expect(decode("UINT32", shape, unsigned).bytes).toEqual(bytesOf(Uint32Array.from(values)));
        const bools = { bool_contents: values.map((value) => value > 0) };
        expect([...decode("BOOL", shape, bools).bytes]).toEqual(values.map((v) => Number(v > 0)));
      }),
      { numRuns: 200 },
    );
  });

  test("[PROTO-32][BOUND-6] contiguous floats stay views, split ones are joined", () => {
    const values = Float32Array.of(1.5, -2, 3e38);
    const message = inference.InferTensorContents.encode({ fp32_contents: [...values] }).finish();
    const tensor = { model: "m", name: "x", datatype: "FP32", shape: [3], contents: [message] };
    const { segments } = finish(contentsSegments(tensor));
    expect(segments).toHaveLength(1);
    expect(segments[0]?.buffer).toBe(message.buffer);
    const twice = { fp64_contents: [1, 2] };
    expect(decode("FP64", [4], twice, twice).bytes).toEqual(bytesOf(Float64Array.of(1, 2, 1, 2)));
  });

  test("[BOUND-6] unpacked lists give the same tensor", () => {
    const number = (field: number, ...varint: number[]) => [field << 3, ...varint];
    const integers = Uint8Array.from([...number(3, 5), ...number(3, 0x80, 0x01), ...number(3, 7)]);
    expect(decode("INT64", [3], integers).bytes).toEqual(bytesOf(BigInt64Array.of(5n, 128n, 7n)));
    const float = [...bytesOf(Float32Array.of(2.5))];
    const floats = Uint8Array.from([(6 << 3) | 5, ...float, (6 << 3) | 5, ...float]);
    expect(decode("FP32", [2], floats).bytes).toEqual(bytesOf(Float32Array.of(2.5, 2.5)));
  });

  test("[PROTO-32][BOUND-6] BYTES elements form one buffer", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (values) => {
        const { bytes } = decode("BYTES", [values.length], { bytes_contents: values });
        const expected = values.flatMap((value) => {
          const length = Buffer.alloc(4);
          length.writeUInt32LE(value.byteLength);
          return [length, value];
        });
        expect(bytes).toEqual(Buffer.concat(expected));
      }),
      { numRuns: 100 },
    );
  });

  test("[BOUND-6] elements beyond the shape are counted but not stored", () => {
    const many = decode("INT64", [2], { int64_contents: Array.from({ length: 5000 }, () => 1) });
    expect(many.bytes.byteLength).toBe(16);
    expect(many.byteLength).toBe(40_000);
    expect(decode("INT8", [9], { int_contents: [1, 2] }).byteLength).toBe(2);
    // Even if a shape promises more than any memory has.
    const huge = decode("INT64", [2 ** 40, 2 ** 40], { int64_contents: [1, 2] });
    expect(huge.byteLength).toBe(16);
    expect(decode("INT64", [2, -5], { int64_contents: [1] }).bytes.byteLength).toBe(0);
    // A batch of 0 counts as 1.
    expect(decode("INT32", [0, 2], { int_contents: [3, 4] }).byteLength).toBe(8);
  });

  test("[BOUND-6] elements that would need more memory than a message may have are rejected", () => {
    const zeros = new Uint8Array(40_000_006);
    zeros.set([(3 << 3) | 2, 0x80, 0xda, 0xc4, 0x13]);
    expect(refusal(() => decode("INT64", [40_000_001], zeros))).toMatch(
      /^RESOURCE_EXHAUSTED: the typed contents of input 'x' have 3\d+ bytes when decoded/,
    );
  });

  test.each<[string, string, readonly number[], string]>([
    ["a list of another type", "FP32", [(3 << 3) | 2, 1, 1], "of type 'INT64', expected datatype"],
    ["a datatype that has no list", "FP16", [], "which typed contents cannot carry"],
    ["a number that is cut off", "INT64", [(3 << 3) | 2, 2, 0x80, 0x80], "not a valid protobuf"],
    ["a number of eleven bytes", "INT64", [3 << 3, ...Array(11).fill(0x80), 1], "not a valid"],
    ["a list that is cut off", "INT64", [(3 << 3) | 2, 9, 1], "not a valid protobuf"],
    ["half a float", "FP32", [(6 << 3) | 2, 3, 0, 0, 0], "not a valid protobuf"],
    ["a group", "INT64", [(3 << 3) | 3], "not a valid protobuf"],
  ])("[PROTO-34][PROTO-36] rejects %s", (_, datatype, bytes, words) => {
    const message = refusal(() => decode(datatype, [1], Uint8Array.from(bytes)));
    expect(message).toMatch(/^INVALID_ARGUMENT: /);
    expect(message).toContain(words);
  });

  test("[BOUND-6] too many strings are rejected while reading", () => {
    const empty = new Uint8Array(2 * (1024 * 1024 + 1)).map((_, i) => (i % 2 ? 0 : (8 << 3) | 2));
    expect(refusal(() => decode("BYTES", [2 ** 21], empty))).toContain("at most 1048576 are taken");
  });
});

describe("a ModelInferRequest", () => {
  const read = (bytes: Uint8Array) => readInferRequestMessage(new WireReader(bytes, LIMITS));
  const datatypes: WireDatatype[] = ["FP32", "INT64", "BYTES"];

  /** The generated class has the choice as a getter. */
  const plain = (
    parameters: { [key: string]: inference.InferParameter.$Properties } | null | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(parameters ?? {}).map(([key, { parameter_choice, ...value }]) => {
        return [key, parameter_choice === undefined ? value : { parameter_choice, ...value }];
      }),
    );

  test("[PROTO-31] is parsed like protobufjs parses it", () => {
    const parameter = fc.oneof(
      fc.record({ string_param: fc.string() }),
      fc.record({ bool_param: fc.boolean() }),
      fc.record({ int64_param: fc.maxSafeInteger() }),
      fc.record({ double_param: fc.double() }),
      fc.record({ uint64_param: fc.maxSafeNat() }),
      fc.constant({}),
    );
    const parameters = fc.dictionary(fc.string(), parameter, { maxKeys: 3 });
    const message = fc.record({
      model_name: fc.string(),
      model_version: fc.string(),
      id: fc.string({ unit: "grapheme" }),
      parameters,
      inputs: fc.array(
        fc.record({
          name: fc.string(),
          datatype: fc.constantFrom(...datatypes),
          shape: fc.array(fc.integer({ min: -1, max: 2 ** 31 - 1 }), { maxLength: 6 }),
          parameters,
          contents: fc.option(fc.record({ int64_contents: fc.array(fc.nat()) }), {
            nil: undefined,
          }),
        }),
        { maxLength: 4 },
      ),
      outputs: fc.array(fc.record({ name: fc.string(), parameters }), { maxLength: 3 }),
      raw_input_contents: fc.array(fc.uint8Array(), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(message, (sent) => {
        const bytes = inference.ModelInferRequest.encode(sent as never).finish();
        const expected = inference.ModelInferRequest.decode(new WireReader(bytes));
        const got = read(bytes);
        expect([got.modelName, got.modelVersion, got.id]).toEqual([
          expected.model_name,
          expected.model_version,
          expected.id,
        ]);
        expect(got.parameters).toEqual(plain(expected.parameters));
        expect(got.raw).toEqual(
          expected.raw_input_contents.map((tensor) => ({
            segments: [tensor],
            byteLength: tensor.byteLength,
          })),
        );
        expect(got.outputs).toEqual(
          expected.outputs.map((output) => ({
            name: output.name,
            parameters: plain(output.parameters),
          })),
        );
        expect(
          got.inputs.map((input) => ({ ...input, contents: input.contents !== undefined })),
        ).toEqual(
          expected.inputs.map(({ name, datatype, shape, parameters: own, contents }) => ({
            name,
            datatype,
            shape: [...(shape ?? [])],
            parameters: plain(own),
            contents: Boolean(contents),
          })),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("[PROTO-31] takes the last value of a parameter, and keys that objects inherit", () => {
    const bool = inference.InferParameter.encode({ bool_param: true }).finish();
    const text = inference.InferParameter.encode({ string_param: "last" }).finish();
    const value = [...bool, ...text];
    const key = Buffer.from("__proto__");
    const entry = [(1 << 3) | 2, key.length, ...key, (2 << 3) | 2, value.length, ...value];
    const { parameters } = read(Uint8Array.from([(4 << 3) | 2, entry.length, ...entry]));
    expect(Object.entries(parameters)).toEqual([
      ["__proto__", { parameter_choice: "string_param", string_param: "last" }],
    ]);
  });

  test.each<[string, number[], number, string]>([
    ["inputs", [(5 << 3) | 2, 0], 5000, "more than 4096 inputs"],
    ["outputs", [(6 << 3) | 2, 0], 5000, "more than 4096 outputs"],
    ["parameters", [(4 << 3) | 2, 0], 5000, "more than 4096 parameters"],
    ["raw contents", [(7 << 3) | 2, 0], 5000, "more than 4096 raw_input_contents"],
    ["fields that it does not have", [9 << 3, 0], 70_000, "more than 65536 fields"],
    ["groups in groups", [(9 << 3) | 3], 70_000, "max depth exceeded"],
  ])("[BOUND-4] with too many %s is rejected", (_, field, count, words) => {
    const message = Buffer.concat(Array.from({ length: count }, () => Uint8Array.from(field)));
    expect(() => read(message)).toThrow(words);
  });

  test("[BOUND-4] with too many dimensions or too long strings is rejected", () => {
    const shape = Array.from({ length: 65 }, () => 1);
    const deep = inference.ModelInferRequest.encode({ inputs: [{ name: "x", shape }] }).finish();
    expect(() => read(deep)).toThrow("the shape of input 'x' has more than 64 dimensions");
    const id = "x".repeat(5_000_000);
    const long = inference.ModelInferRequest.encode({ id }).finish();
    expect(() => read(long)).toThrow("its texts have more than 4194304 bytes");
  });

  test("[PROTO-36] that is truncated anywhere is rejected or parsed, and nothing worse", () => {
    const whole = inference.ModelInferRequest.encode({
      model_name: "m",
      inputs: [{ name: "x", datatype: "FP32", shape: [1, 300] }],
      outputs: [{ name: "y", parameters: { classification: { int64_param: 3 } } }],
      raw_input_contents: [Uint8Array.of(1, 2, 3, 4)],
    }).finish();
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length; length++) {
      try {
        outcomes.add(`${read(whole.slice(0, length)).raw.length} tensors`);
      } catch (error) {
        outcomes.add((error as Error).message.replace(/:.*/, ""));
      }
    }
    expect([...outcomes].sort()).toEqual(["0 tensors", "index out of range"]);
  });
});
