import { Client, credentials } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { checkText } from "../../config/check.ts";
import { serveEngineGrpc } from "../../protocol/grpc/server.ts";
import { engineRoutes } from "../../protocol/http/routes.ts";
import { serveHttp } from "../../protocol/http/server.ts";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { type OnnxGraph, onnxModel } from "../../testing/onnx-model.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import type { Engine, InputTensor } from "../../types.ts";

let fixture: EngineFixture;

beforeEach(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit" });
});

afterEach(() => fixture[Symbol.asyncDispose]());

async function load(graph: OnnxGraph, config = ""): Promise<Engine> {
  await fixture.repository.write("m/1/model.onnx", onnxModel(graph));
  await fixture.repository.write("m/config.pbtxt", config);
  const engine = await fixture.start();
  await engine.loadModel("m", {});
  return engine;
}

const bf16 = (name: string, shape: readonly number[], halves: Uint16Array): InputTensor => {
  const data = new Uint8Array(halves.buffer, halves.byteOffset, halves.byteLength);
  return { name, datatype: "BF16", shape, segments: [data], byteLength: data.byteLength };
};

async function infer(engine: Engine, ...inputs: InputTensor[]) {
  const { outputs } = await engine.infer(inferRequest({ inputs }));
  return outputs.map(({ name, datatype, shape, data }) => ({
    name,
    datatype,
    shape: [...shape],
    bytes: Uint8Array.from(data),
  }));
}

describe("BF16 tensors", () => {
  const identity: OnnxGraph = {
    inputs: [{ name: "x", type: "BF16", shape: ["batch", "n"] }],
    outputs: [{ name: "y", type: "BF16", shape: ["batch", "n"] }],
    nodes: [{ op: "Identity", inputs: ["x"], outputs: ["y"] }],
  };

  it("[BF16-1] come back bit for bit, except NaN", async () => {
    const engine = await load(identity);
    expect(engine.modelConfig("m", "")).toMatchObject({
      input: [{ name: "x", data_type: "TYPE_BF16", dims: [-1] }],
      output: [{ name: "y", data_type: "TYPE_BF16", dims: [-1] }],
    });
    const isNaN16 = (half: number) => (half & 0x7f80) === 0x7f80 && (half & 0x7f) !== 0;
    const all = Uint16Array.from({ length: 65536 }, (_, half) => half);
    const [y] = await infer(engine, bf16("x", [1, 65536], all));
    expect(y).toMatchObject({ name: "y", datatype: "BF16", shape: [1, 65536] });
    const back = new Uint16Array(y?.bytes.buffer ?? new ArrayBuffer(0));
    expect(
      [...all].filter((half) => (isNaN16(half) ? !isNaN16(back[half] ?? 0) : back[half] !== half)),
    ).toEqual([]);
  });

  it("[BF16-1] are sent as raw bytes over HTTP and gRPC", async () => {
    const engine = await load(identity);
    const sent = Uint8Array.of(0xc0, 0x3f, 0x00, 0xc0);
    const at = { host: "127.0.0.1", port: 0 };
    const http = await serveHttp(engineRoutes(engine, new Map()), at);
    const grpc = await serveEngineGrpc(engine, at);
    const client = new Client(`127.0.0.1:${grpc.port}`, credentials.createInsecure());
    try {
      const header = JSON.stringify({
        inputs: [
          { name: "x", datatype: "BF16", shape: [1, 2], parameters: { binary_data_size: 4 } },
        ],
        outputs: [{ name: "y", parameters: { binary_data: true } }],
      });
      const answer = await fetch(`http://127.0.0.1:${http.port}/v2/models/m/infer`, {
        method: "POST",
        headers: { "Inference-Header-Content-Length": String(header.length) },
        body: Buffer.concat([Buffer.from(header), sent]),
      });
      expect(answer.status).toBe(200);
      const body = Buffer.from(await answer.arrayBuffer());
      expect([...body.subarray(-4)]).toEqual([...sent]);
      const message = inference.ModelInferRequest.encode({
        model_name: "m",
        inputs: [{ name: "x", datatype: "BF16", shape: [1, 2] }],
        raw_input_contents: [sent],
      }).finish();
      const response = await new Promise<inference.IModelInferResponse | undefined>(
        (resolve, reject) => {
          client.makeUnaryRequest(
            "/inference.GRPCInferenceService/ModelInfer",
            (bytes: Uint8Array) => Buffer.from(bytes),
            (bytes) => inference.ModelInferResponse.decode(bytes),
            message,
            (error, decoded) => (error === null ? resolve(decoded) : reject(error)),
          );
        },
      );
      expect(response?.outputs).toMatchObject([{ name: "y", datatype: "BF16" }]);
      expect([...(response?.raw_output_contents?.[0] ?? [])]).toEqual([...sent]);
    } finally {
      client.close();
      await Promise.all([http.close(), grpc.close()]);
    }
  });

  it("[BF16-1] are converted within the model, and mix with other types", async () => {
    const engine = await load({
      inputs: [
        { name: "x", type: "BF16", shape: ["batch", 2] },
        { name: "z", type: "FP32", shape: ["batch", 2] },
      ],
      outputs: [
        { name: "sum", type: "FP32", shape: ["batch", 2] },
        { name: "half", type: "BF16", shape: ["batch", 2] },
      ],
      nodes: [
        { op: "Cast", inputs: ["x"], outputs: ["wide"], attributes: { to: 1 } },
        { op: "Add", inputs: ["wide", "z"], outputs: ["sum"] },
        { op: "Cast", inputs: ["sum"], outputs: ["half"], attributes: { to: 16 } },
      ],
    });
    // 1.5 and -2 as BF16.
    const x = bf16("x", [1, 2], Uint16Array.from([0x3fc0, 0xc000]));
    const [sum, half] = await infer(engine, x, floats("z", [1, 2], [1, 1]));
    expect([...new Float32Array(sum?.bytes.buffer ?? new ArrayBuffer(0))]).toEqual([2.5, -1]);
    expect([...new Uint16Array(half?.bytes.buffer ?? new ArrayBuffer(0))]).toEqual([
      0x4020, 0xbf80,
    ]);
  });

  it("[BF16-1] may go from an input straight to an output", async () => {
    const { outputs, ...rest } = identity;
    const engine = await load({
      ...rest,
      outputs: [...outputs, { name: "x", type: "BF16", shape: ["batch", "n"] }],
    });
    const back = await infer(engine, bf16("x", [1, 1], Uint16Array.of(0x3fc0)));
    expect(back.map(({ name, bytes }) => [name, ...bytes])).toEqual([
      ["y", 0xc0, 0x3f],
      ["x", 0xc0, 0x3f],
    ]);
  });

  it("[BF16-1] keep the model's external data", async () => {
    await fixture.repository.write("m/1/w.bin", Buffer.from(new Float32Array([10, 20]).buffer));
    const engine = await load({
      inputs: [{ name: "x", type: "BF16", shape: [2] }],
      outputs: [{ name: "y", type: "FP32", shape: [2] }],
      nodes: [
        { op: "Cast", inputs: ["x"], outputs: ["wide"], attributes: { to: 1 } },
        { op: "Add", inputs: ["wide", "w"], outputs: ["y"] },
      ],
      initializers: [{ name: "w", shape: [2], external: [["location", "w.bin"]] }],
    });
    const [y] = await infer(engine, bf16("x", [2], Uint16Array.of(0x3fc0, 0xc000)));
    expect([...new Float32Array(y?.bytes.buffer ?? new ArrayBuffer(0))]).toEqual([11.5, 18]);
  });
});

describe("overridable initializers", () => {
  const graph: OnnxGraph = {
    inputs: [
      { name: "x", type: "FP32", shape: [2] },
      { name: "w", type: "FP32", shape: [2] },
      { name: "b", type: "FP32", shape: [2] },
    ],
    outputs: [{ name: "y", type: "FP32", shape: [2] }],
    nodes: [
      { op: "Mul", inputs: ["x", "w"], outputs: ["xw"] },
      { op: "Add", inputs: ["xw", "b"], outputs: ["y"] },
    ],
    initializers: [
      { name: "w", shape: [2], values: new Float32Array([3, 4]) },
      { name: "b", shape: [2], external: [["location", "b.bin"]] },
    ],
  };
  const io = (optional: string) =>
    `backend: "onnxruntime" input [ { name: "x" data_type: TYPE_FP32 dims: 2 } ${optional} ] output { name: "y" data_type: TYPE_FP32 dims: 2 }`;
  const w = ', { name: "w" data_type: TYPE_FP32 dims: 2 optional: true }';
  const b = ', { name: "b" data_type: TYPE_FP32 dims: 2 optional: true }';

  const values = async (engine: Engine, ...more: InputTensor[]) => {
    const [y] = await infer(engine, floats("x", [2], [1, 1]), ...more);
    return [...new Float32Array(y?.bytes.buffer ?? new ArrayBuffer(0))];
  };

  beforeEach(() =>
    fixture.repository.write("m/1/b.bin", Buffer.from(new Float32Array([100, 200]).buffer)),
  );

  it("[INIT-1] are not inputs in a completed configuration", async () => {
    const engine = await load(graph);
    expect(engine.modelConfig("m", "")).toMatchObject({ input: [{ name: "x" }] });
    expect(await values(engine)).toEqual([103, 204]);
    await expect(values(engine, floats("w", [2], [5, 6]))).rejects.toThrow("w");
  });

  it("[INIT-2] may be left out of a request if the configuration declares them optional", async () => {
    const engine = await load(graph, io(w + b));
    expect(await values(engine)).toEqual([103, 204]);
    expect(await values(engine, floats("w", [2], [5, 6]))).toEqual([105, 206]);
    expect(await values(engine, floats("b", [2], [0, 0]))).toEqual([3, 4]);
    expect(await values(engine, floats("b", [2], [1, 1]), floats("w", [2], [1, 1]))).toEqual([
      2, 2,
    ]);
    expect(await values(engine)).toEqual([103, 204]);
    expect(engine.modelMetadata("m", "")).toMatchObject({
      inputs: [{ name: "x" }, { name: "w" }, { name: "b" }],
    });
  });

  it.each([
    [
      "an optional input that has no default",
      `, { name: "z" data_type: TYPE_FP32 dims: 2 optional: true }`,
      "unexpected inference input 'z', allowed inputs are: x, w, b",
    ],
    [
      "a default that is not optional",
      w.replace(" optional: true", ""),
      "configuration expects 2 inputs, model provides 1",
    ],
    [
      "a default of another type",
      w.replace("FP32", "INT32"),
      "configuration expects datatype TYPE_INT32 for input 'w', model provides TYPE_FP32",
    ],
  ])("[INIT-1] refuses %s", async (_what, input, message) => {
    await expect(load(graph, io(input))).rejects.toThrow(message);
    const tensor = { data_type: "TYPE_FP32" as const, shape: [2] };
    const signature = {
      inputs: [{ name: "x", ...tensor }],
      optional: [
        { name: "w", ...tensor },
        { name: "b", ...tensor },
      ],
      outputs: [{ name: "y", ...tensor }],
    };
    const findings = checkText(io(input), { modelName: "m", signature });
    expect(findings[0]?.message).toContain(message);
    expect(checkText(io(w + b), { modelName: "m", signature })).toEqual([]);
  });

  it("[INIT-1] rejects an input of the graph that is optional without a default", async () => {
    const text = io("").replace("dims: 2 }", "dims: 2 optional: true }");
    await expect(load(graph, text)).rejects.toThrow(
      "configuration expects 0 inputs, model provides 1; not configured: 'x'; 'x' has no default in the model and can't be optional",
    );
  });

  it("[INIT-1] of version 3 of the format are constants", async () => {
    await expect(load({ ...graph, irVersion: 3 }, io(w))).rejects.toThrow(
      "unexpected inference input 'w', allowed inputs are: x",
    );
  });
});
