import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeHttpRequest } from "./encode.ts";
import { encodeRequestSet, type RequestSet } from "./generate.ts";
import { seededRandom } from "./random.ts";
import { elementsIn, type InputSpec, tensorBytes as most } from "./tensor.ts";
import { drawTensor } from "./distributions.ts";

const fixed = ["BOOL", "UINT8", "INT8", "UINT16", "INT16", "UINT32", "INT32", "UINT64", "INT64"];
const floating = ["FP16", "BF16", "FP32", "FP64"];
const generateTensor = (tensor: InputSpec, random: () => number) =>
  drawTensor(tensor, { kind: "auto" }, random);
const tensorBytes = (tensor: InputSpec) => most(tensor, 24);
const spec = (datatype: string, shape: number[]) =>
  ({ name: "x", datatype, shape }) as unknown as InputSpec;

describe("generated inputs", () => {
  it("are the same for the same seed and different for another", () => {
    const set: RequestSet = {
      model: "m",
      modelVersion: "",
      inputs: [spec("FP32", [1, 8]), spec("BYTES", [2])],
      distinctInputs: 4,
      seed: 42,
    };
    for (const wire of ["http", "grpc"] as const) {
      const requests = encodeRequestSet(set, wire, "h:1");
      expect(encodeRequestSet(set, wire, "h:1")).toEqual(requests);
      expect(encodeRequestSet({ ...set, seed: 43 }, wire, "h:1")).not.toEqual(requests);
      expect(new Set(requests.map((each) => each.toString("latin1"))).size).toBe(4);
    }
  });

  it("have the bytes their shape and datatype say", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fixed, ...floating),
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
        fc.integer(),
        (datatype, shape, seed) => {
          const tensor = spec(datatype, shape);
          expect(generateTensor(tensor, seededRandom(seed)).byteLength).toBe(tensorBytes(tensor));
        },
      ),
    );
  });

  it("are token ids below 1000 where they are integers", () => {
    const data = generateTensor(spec("INT64", [5000]), seededRandom(1));
    const ids = [...new BigInt64Array(data.buffer)].map(Number);
    expect(Math.min(...ids)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ids)).toBeLessThan(1000);
    expect(new Set(ids).size).toBeGreaterThan(900);
  });

  it("are standard normal where they are floating point", () => {
    const values = new Float32Array(generateTensor(spec("FP32", [20000]), seededRandom(3)).buffer);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + value ** 2, 0) / values.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.abs(variance - 1)).toBeLessThan(0.05);
  });

  it.each(floating)("are finite numbers in %s", (datatype) => {
    const data = generateTensor(spec(datatype, [1000]), seededRandom(5));
    const view = new DataView(data.buffer);
    const read: Record<string, (at: number) => number> = {
      FP16: (at) => view.getFloat16(at * 2, true),
      BF16: (at) => {
        const wide = new DataView(new ArrayBuffer(4));
        wide.setUint16(0, view.getUint16(at * 2, true));
        return wide.getFloat32(0);
      },
      FP32: (at) => view.getFloat32(at * 4, true),
      FP64: (at) => view.getFloat64(at * 8, true),
    };
    for (let i = 0; i < 1000; i++) {
      const value = read[datatype]?.(i) ?? Number.NaN;
      expect(Math.abs(value)).toBeLessThan(8);
    }
  });

  it("are words behind their lengths where they are BYTES", () => {
    const tensor = spec("BYTES", [3, 2]);
    const data = Buffer.from(generateTensor(tensor, seededRandom(9)));
    let count = 0;
    for (let at = 0; at < data.length; count++) {
      const length = data.readUInt32LE(at);
      expect(data.toString("utf8", at + 4, at + 4 + length)).toMatch(/^[a-z]{8,24}$/);
      at += 4 + length;
    }
    expect(count).toBe(elementsIn(tensor.shape));
    expect(data.length).toBeLessThanOrEqual(tensorBytes(tensor));
  });

  it("travel over HTTP as one message with the binary extension's lengths", () => {
    const message = encodeHttpRequest(
      {
        model: "m",
        modelVersion: "1",
        inputs: [spec("UINT8", [1, 2])],
        contents: [Uint8Array.of(7, 8)],
      },
      "127.0.0.1:8000",
    );
    const text = message.toString("latin1");
    const head = text.slice(0, text.indexOf("\r\n\r\n"));
    const body = message.subarray(head.length + 4);
    expect(head.split("\r\n")[0]).toBe("POST /v2/models/m/versions/1/infer HTTP/1.1");
    expect(Number(/\r\nContent-Length: (\d+)/.exec(head)?.[1])).toBe(body.length);
    const headerBytes = Number(/Inference-Header-Content-Length: (\d+)/.exec(head)?.[1]);
    expect(JSON.parse(body.toString("utf8", 0, headerBytes))).toEqual({
      inputs: [
        { name: "x", datatype: "UINT8", shape: [1, 2], parameters: { binary_data_size: 2 } },
      ],
      parameters: { binary_data_output: true },
    });
    expect([...body.subarray(headerBytes)]).toEqual([7, 8]);
  });
});
