import { describe, expect, it } from "vitest";
import { StatusError } from "../../base/status-error.ts";
import { modelConfig, modelInput } from "../testing/model-config.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import type { InferRequest } from "../types.ts";
import { encodeStrings } from "./bytes-elements.ts";
import { modelIo } from "./model-io.ts";
import { normalizeRequest } from "./normalize.ts";

const NOTE =
  " NOTE: Setting a non-zero max_batch_size in the model config requires a batch dimension to be prepended to each input shape. If you want to specify the full shape including the batch dim in your input dims config, try setting max_batch_size to zero. See the model configuration docs for more info on max_batch_size.";

const plain = modelIo(modelConfig({ name: "id_plain" }));
const unbatched = modelIo(
  modelConfig({ name: "fixed", max_batch_size: 0, input: [modelInput({ dims: [2, 2] })] }),
);
const strings = modelIo(
  modelConfig({ name: "id_string", input: [modelInput({ data_type: "TYPE_STRING", dims: [1] })] }),
);

const bytes = (data: Uint8Array) => ({
  name: "INPUT0",
  datatype: "BYTES",
  shape: [1, 1],
  segments: [data],
  byteLength: data.byteLength,
});

function refusal(io: typeof plain, request: Partial<InferRequest>): string {
  try {
    normalizeRequest(io, inferRequest(request));
    return "accepted";
  } catch (error) {
    const { code, message } = StatusError.from(error);
    return code === "INVALID_ARGUMENT" ? message : `${code}: ${message}`;
  }
}

describe("a request is rejected with Triton's message", () => {
  it.each([
    [
      "[REQUEST-R1] unknown output",
      {
        inputs: [floats("INPUT0", [1, 2], [0, 1])],
        outputs: [{ name: "NOPE", classification: 0 }],
      },
      "unexpected inference output 'NOPE' for model 'id_plain'",
    ],
    [
      "[REQUEST-R2] no inputs",
      {},
      "[request id: <id_unknown>] expected 1 inputs but got 0 inputs for model 'id_plain'. Got input(s) [], but missing required input(s) ['INPUT0']. Please provide all required input(s).",
    ],
    [
      "[REQUEST-R2] the same input twice",
      { inputs: [floats("INPUT0", [1, 1], [0]), floats("INPUT0", [1, 1], [0])] },
      "[request id: <id_unknown>] input 'INPUT0' already exists in request",
    ],
    [
      "[REQUEST-R3] batch too large",
      { id: "r-1", inputs: [floats("INPUT0", [9, 1], [0, 1, 2, 3, 4, 5, 6, 7, 8])] },
      "[request id: r-1] inference request batch-size must be <= 8 for 'id_plain'",
    ],
    [
      "[REQUEST-R4] unknown input",
      { inputs: [floats("FOO", [1, 2], [0, 1])] },
      "unexpected inference input 'FOO' for model 'id_plain'",
    ],
    [
      "[REQUEST-R5] wrong type",
      { inputs: [{ ...floats("INPUT0", [1, 2], [0, 1]), datatype: "INT32" }] },
      "[request id: <id_unknown>] inference input 'INPUT0' data-type is 'INT32', but model 'id_plain' expects 'FP32'",
    ],
    [
      "[REQUEST-R6] wrong rank",
      { inputs: [floats("INPUT0", [4], [0, 1, 2, 3])] },
      `[request id: <id_unknown>] unexpected shape for input 'INPUT0' for model 'id_plain'. Expected [-1,-1], got [4].${NOTE}`,
    ],
    [
      "[REQUEST-R7] too few bytes",
      { inputs: [floats("INPUT0", [1, 2], [0])] },
      "[request id: <id_unknown>] input byte size mismatch for input 'INPUT0' for model 'id_plain'. Expected 8, got 4",
    ],
    [
      "[REQUEST-R7] a batch of 0 counts as 1",
      { inputs: [floats("INPUT0", [0, 2], [])] },
      "[request id: <id_unknown>] input byte size mismatch for input 'INPUT0' for model 'id_plain'. Expected 8, got 0",
    ],
    [
      "[REQUEST-R10] a negative priority",
      { parameters: { priority: -1n } },
      "invalid value for 'priority', expected value >= 0.",
    ],
    [
      "[REQUEST-R10] a priority in words",
      { parameters: { priority: "high" } },
      "invalid value type for 'priority' parameter, expected int64_param or uint64_param.",
    ],
    [
      "[REQUEST-R11] a timeout that is no whole number",
      { parameters: { timeout: 0.5 } },
      "invalid value type for 'timeout' parameter, expected int64_param.",
    ],
  ])("%s", (_, request, message) => {
    expect(refusal(plain, request)).toBe(message);
  });

  it("[REQUEST-R2] an optional input in place of a required one", () => {
    const optional = modelInput({ name: "B", optional: true });
    const io = modelIo(modelConfig({ name: "two", input: [modelInput({ name: "A" }), optional] }));
    expect(refusal(io, { inputs: [floats("B", [1, 1], [0])] })).toBe(
      "[request id: <id_unknown>] expected number of inputs between 1 and 2 but got 1 inputs for model 'two'. Got input(s) ['B'], but missing required input(s) ['A']. Please provide all required input(s).",
    );
    const unknown = [floats("B", [1, 1], [0]), floats("C", [1, 1], [0])];
    expect(refusal(io, { inputs: unknown })).toBe("unexpected inference input 'C' for model 'two'");
  });

  it("[REQUEST-R3] inputs of different batch sizes", () => {
    const io = modelIo(
      modelConfig({ name: "two", input: [modelInput({ name: "A" }), modelInput({ name: "B" })] }),
    );
    const inputs = [floats("A", [1, 1], [0]), floats("B", [2, 1], [0, 0])];
    expect(refusal(io, { inputs })).toBe(
      "[request id: <id_unknown>] input 'B' batch size does not match other inputs for 'two'",
    );
  });

  it("[REQUEST-R6] a wrong shape without batching has no note about the batch dimension", () => {
    const inputs = [floats("INPUT0", [2, 3], [0, 0, 0, 0, 0, 0])];
    expect(refusal(unbatched, { inputs })).toBe(
      "[request id: <id_unknown>] unexpected shape for input 'INPUT0' for model 'fixed'. Expected [2,2], got [2,3].",
    );
  });

  it("[REQUEST-R6] negative dims, even if their product is right", () => {
    const io = modelIo(modelConfig({ name: "two", input: [modelInput({ dims: [-1, -1] })] }));
    const inputs = [floats("INPUT0", [1, -2, -2], [0, 0, 0, 0])];
    expect(refusal(io, { inputs })).toContain("Expected [-1,-1,-1], got [1,-2,-2].");
  });

  it("[REQUEST-R8] BYTES whose lengths do not add up", () => {
    const data = encodeStrings(["abc"]);
    data[0] = 9;
    expect(refusal(strings, { inputs: [bytes(data)] })).toBe(
      "[request id: <id_unknown>] incomplete string data for inference input 'INPUT0', expecting string of length 9 but only 3 bytes available.",
    );
    expect(refusal(strings, { inputs: [bytes(encodeStrings(["a", "b"]))] })).toBe(
      "[request id: <id_unknown>] unexpected number of string elements 2 for inference input 'INPUT0', expecting 1",
    );
  });
});

describe("a request that fits", () => {
  it("[REQUEST-R9] has the batch size of its first dimension, or 0 if the model doesn't batch", () => {
    const request = inferRequest({ inputs: [floats("INPUT0", [3, 2], [0, 1, 2, 3, 4, 5])] });
    expect(normalizeRequest(plain, request)).toMatchObject({ batchSize: 3, items: 3 });
    const single = inferRequest({ inputs: [floats("INPUT0", [2, 2], [0, 1, 2, 3])] });
    expect(normalizeRequest(unbatched, single)).toMatchObject({ batchSize: 0, items: 1 });
  });

  it("[REQUEST-R10] [REQUEST-R11] has the requested priority and timeout", () => {
    const inputs = [floats("INPUT0", [1, 1], [0])];
    const read = (parameters: InferRequest["parameters"]) => {
      const { priority, timeoutUs } = normalizeRequest(plain, inferRequest({ inputs, parameters }));
      return [priority, timeoutUs];
    };
    expect(read({})).toEqual([0, 0]);
    expect(read({ priority: 2n ** 64n - 1n, timeout: 500n })).toEqual([2 ** 64, 500]);
    expect(read({ priority: 3, timeout: -1 })).toEqual([3, 0]);
  });

  it("[SCHED-B4] has a shape key of only its variable dims", () => {
    const key = (shape: number[]) => {
      const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => 0);
      return normalizeRequest(plain, inferRequest({ inputs: [floats("INPUT0", shape, values)] }))
        .shapeKey;
    };
    expect(key([1, 3])).toBe(key([2, 3]));
    expect(key([1, 3])).not.toBe(key([1, 4]));
  });

  it("[SCHED-B4] shares no batch with a request with another set of inputs, even if shapes are equal", () => {
    const io = modelIo(
      modelConfig({
        input: [
          modelInput({ name: "A", dims: [-1] }),
          modelInput({ name: "B", dims: [2], optional: true }),
        ],
      }),
    );
    const a = floats("A", [1, 2], [1, 2]);
    const b = floats("B", [1, 2], [3, 4]);
    const keyOf = (inputs: InferRequest["inputs"]) =>
      normalizeRequest(io, inferRequest({ inputs })).shapeKey;
    expect(keyOf([a, b])).not.toBe(keyOf([a]));
    expect(keyOf([b, a])).toBe(keyOf([a, b]));
  });

  it("has its inputs in the configuration's order, without missing optional ones", () => {
    const io = modelIo(
      modelConfig({
        input: [
          modelInput({ name: "A" }),
          modelInput({ name: "B", optional: true }),
          modelInput({ name: "C" }),
        ],
      }),
    );
    const inputs = [floats("C", [1, 1], [0]), floats("A", [1, 1], [0])];
    const { inputs: ordered } = normalizeRequest(io, inferRequest({ inputs }));
    expect(ordered.map(({ spec }) => spec.name)).toEqual(["A", "C"]);
  });
});

it("[REQUEST-R12] rejects an output that is requested twice", () => {
  const outputs = ["OUTPUT0", "OUTPUT0"].map((name) => ({ name, classification: 0 }));
  expect(refusal(plain, { outputs, id: "r-1" })).toBe(
    "[request id: r-1] output 'OUTPUT0' already exists in request",
  );
});

it("[REQUEST-R2] names the sent inputs and those that the model doesn't have", () => {
  const inputs = [floats("INPUT0", [1, 1], [1]), floats("OTHER", [1, 1], [1])];
  expect(refusal(plain, { inputs })).toBe(
    "[request id: <id_unknown>] expected 1 inputs but got 2 inputs for model 'id_plain'. Got input(s) ['INPUT0','OTHER'], but missing required input(s) []. Please provide all required input(s). The model has no input(s) ['OTHER'].",
  );
});

it("[REQUEST-R5] shows an unknown datatype as <invalid>, like Triton, and names it", () => {
  const inputs = [{ ...floats("INPUT0", [1, 1], [1]), datatype: "FP33" }];
  expect(refusal(plain, { inputs })).toBe(
    "[request id: <id_unknown>] inference input 'INPUT0' data-type is '<invalid>', but model 'id_plain' expects 'FP32'. 'FP33' is no datatype of the protocol",
  );
});

describe("BYTES elements", () => {
  const text = (backend: string) =>
    modelIo(
      modelConfig({
        name: "text",
        backend,
        input: [modelInput({ name: "T", data_type: "TYPE_STRING", dims: [-1] })],
      }),
    );
  const elements = (...values: Uint8Array[]) => {
    const data = Buffer.concat(
      values.flatMap((value) => {
        const length = Buffer.alloc(4);
        length.writeUInt32LE(value.byteLength);
        return [length, value];
      }),
    );
    const shape = [1, values.length];
    return { name: "T", datatype: "BYTES", shape, segments: [data], byteLength: data.byteLength };
  };
  const valid = Buffer.from("Grüße, 世界 🎈");
  const notUtf8 = Uint8Array.of(0x61, 0xc3, 0x28);

  it("[REQUEST-R14] rejects an element that isn't UTF-8 if the backend requires it, with index and input", () => {
    expect(refusal(text("onnxruntime"), { inputs: [elements(valid, notUtf8, valid)] })).toBe(
      "[request id: <id_unknown>] element 1 of input 'T' for model 'text' is not UTF-8: the model's backend takes text alone",
    );
    // A character split in two is invalid too, although both halves are adjacent.
    const halves = [valid.subarray(0, 3), valid.subarray(3)];
    expect(refusal(text("onnxruntime"), { inputs: [elements(...halves)] })).toContain("element 0");
  });

  it("[REQUEST-R14] passes them unchanged to other backends, and accepts all UTF-8", () => {
    expect(() =>
      normalizeRequest(text("identity"), inferRequest({ inputs: [elements(notUtf8)] })),
    ).not.toThrow();
    const long = Buffer.from("x".repeat(300));
    expect(() =>
      normalizeRequest(text("onnxruntime"), inferRequest({ inputs: [elements(valid, long)] })),
    ).not.toThrow();
  });

  it("[REQUEST-R13] accepts at most 1,048,576 of them", () => {
    const count = 1024 * 1024 + 1;
    const data = new Uint8Array(count * 4);
    const input = { name: "T", datatype: "BYTES", shape: [1, count] };
    const inputs = [{ ...input, segments: [data], byteLength: data.byteLength }];
    expect(refusal(text("identity"), { inputs })).toBe(
      "[request id: <id_unknown>] input 'T' has 1048577 elements of datatype BYTES: at most 1048576 are taken",
    );
  });
});
