import { request as httpRequest } from "node:http";
import { gzipSync } from "node:zlib";
import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inference, WireReader } from "../../assets/proto/index.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import type { Engine } from "../types.ts";
import { serveEngineGrpc } from "./grpc/server.ts";
import type { GrpcServer } from "./grpc/wire.ts";
import { engineRoutes } from "./http/routes.ts";
import { type HttpServer, serveHttp } from "./http/server.ts";

const MIB = 1024 * 1024;
const SERVICE = "/inference.GRPCInferenceService/";

let fixture: EngineFixture;
let engine: Engine;
let http: HttpServer;
let grpc: GrpcServer;
let client: Client;

beforeAll(async () => {
  fixture = await EngineFixture.create({ modelControlMode: "explicit", loadModels: ["*"] });
  const tensor = (name: string, type: string) =>
    `[ { name: "${name}" data_type: ${type} dims: [ -1 ] } ]`;
  for (const [name, type] of [
    ["ints", "TYPE_INT64"],
    ["texts", "TYPE_STRING"],
  ] as const) {
    await fixture.repository.identity(
      name,
      `input ${tensor("INPUT0", type)} output ${tensor("OUTPUT0", type)} instance_group [ { kind: KIND_CPU count: 1 } ]`,
    );
  }
  engine = await fixture.start();
  const address = { host: "127.0.0.1", port: 0 };
  http = await serveHttp(engineRoutes(engine), { ...address, maxBodyBytes: 4 * MIB });
  grpc = await serveEngineGrpc(engine, address, { limits: { maxMessageBytes: 16 * MIB } });
  client = new Client(`127.0.0.1:${grpc.port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
  });
});

afterAll(async () => {
  client.close();
  const now = AbortSignal.abort();
  await Promise.all([http.close(now), grpc.close(now)]);
  await fixture[Symbol.asyncDispose]();
});

interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

function post(
  path: string,
  body: Uint8Array | string,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port: http.port, method: "POST", path, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}

const inferHttp = (model: string, json: string) => post(`/v2/models/${model}/infer`, json);
const inputs = (datatype: string, count: number, data: string) =>
  `{"inputs":[{"name":"INPUT0","datatype":"${datatype}","shape":[${count}],"data":[${data}]}]}`;

function call(method: string, message: Uint8Array): Promise<Buffer | ServiceError> {
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      SERVICE + method,
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.from(message),
      new Metadata(),
      (error, response) => resolve(error ?? (response as Buffer)),
    );
  });
}

const refused = (code: number, words: string) =>
  expect.objectContaining({ code, details: expect.stringContaining(words) });

const inferGrpc = (request: inference.ModelInferRequest.$Properties) =>
  call("ModelInfer", inference.ModelInferRequest.encode(request).finish());

describe("over HTTP", () => {
  test("[BOUND-7] an unknown model is rejected before the body is decompressed or parsed", async () => {
    const headers = { "Content-Encoding": "gzip" };
    for (const path of ["/v2/models/none/infer", "/v2/models/ints/versions/7/infer"]) {
      const response = await post(path, "this is no gzip", headers);
      expect(response).toMatchObject({ status: 404 });
      expect(response.body).toContain("is not found");
    }
  });

  test("[BOUND-8] decompression stops at the limit", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB, "1,"));
    expect(bomb.byteLength).toBeLessThan(100_000);
    const headers = { "Content-Encoding": "gzip" };
    const response = await post("/v2/models/ints/infer", bomb, headers);
    expect(response.status).toBe(413);
  });

  test("[BOUND-1][PROTO-11] large JSON is read and answered in slices with full precision", async () => {
    const count = 100_000;
    const data = Array.from({ length: count }, (_, i) => 2n ** 60n + BigInt(i)).join(",");
    const response = await inferHttp("ints", inputs("INT64", count, data));
    expect(response.status).toBe(200);
    expect(response.body.slice(response.body.indexOf('"data":') + 7)).toBe(`[${data}]}]}`);
  });

  test("[BOUND-1] health checks are answered while large JSON is read", async () => {
    const data = Array.from({ length: 450_000 }, () => "1").join(",      ");
    let done = false;
    const large = inferHttp("ints", inputs("INT64", 450_000, data)).then((response) => {
      done = true;
      return response.status;
    });
    let between = 0;
    while (!done) {
      expect(await (await fetch(`http://127.0.0.1:${http.port}/v2/health/live`)).text()).toBe("");
      if (!done) between += 1;
    }
    expect(await large).toBe(200);
    expect(between).toBeGreaterThan(0);
  });

  test("strings come back unchanged, however large", async () => {
    const texts = ["x".repeat(600_000), "Grüße 🎈\n".repeat(40_000), "", '"\\'];
    const data = texts.map((text) => JSON.stringify(text)).join(",");
    const response = await inferHttp("texts", inputs("BYTES", texts.length, data));
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body).outputs[0].data).toEqual(texts);
  });

  const ones = (count: number) => "1,".repeat(count - 1) + "1";
  test.each<[string, string, number, string]>([
    ["more elements than the shape", inputs("INT64", 5, ones(90_000)), 400, "Shape does not match"],
    ["a shape beyond memory", inputs("INT64", 1e15, ones(90_000)), 400, "exceeds the maximum"],
    ["elements that decode to too much", inputs("INT64", 600_000, ones(600_000)), 400, "exceeds"],
    ["another datatype", inputs("FP32", 90_000, ones(90_000)), 400, "data-type is 'FP32'"],
    ["an unknown datatype", inputs("FP33", 90_000, ones(90_000)), 400, "data-type is '<invalid>'"],
    [
      "deep nesting",
      inputs("INT64", 1, "[".repeat(MIB) + "]".repeat(MIB)),
      400,
      "Shape does not match",
    ],
    ["deep nesting elsewhere", `{"x":${"[".repeat(2 * MIB)}`, 400, "nested deeper than 128"],
    ["many inputs", `{"inputs":[${"{},".repeat(90_000)}{}]}`, 400, "more than 4096 inputs"],
    [
      "many outputs",
      `{"inputs":[],"outputs":[${'{"name":"a"},'.repeat(90_000)}{}]}`,
      400,
      "more than 4096 outputs",
    ],
    [
      "many parameters",
      `{"inputs":[],"parameters":{${Array.from({ length: 200_000 }, (_, i) => `"p${i}":1`).join(",")}}}`,
      400,
      "",
    ],
    ["many values", `{"inputs":[],"x":[${ones(300_000)}]}`, 413, "more than 262144 values"],
    ["bytes that are not UTF-8", `{"inputs":[],"x":"${"\xff".repeat(90_000)}"}`, 400, ""],
  ])("[BOUND-3][BOUND-5] rejects %s", async (_, json, expected, words) => {
    const response = await post("/v2/models/ints/infer", Buffer.from(json, "latin1"));
    expect(response.status).toBe(expected);
    expect(response.body).toContain(words);
  });

  test("[BOUND-3] generate, settings and index bodies have the same limits", async () => {
    for (const path of [
      "/v2/models/ints/generate",
      "/v2/models/ints/generate_stream",
      "/v2/trace/setting",
      "/v2/logging",
      "/v2/repository/index",
    ]) {
      const many = await post(path, `{"INPUT0":[${ones(300_000)}]}`);
      expect([path, many.status]).toEqual([path, 413]);
      const deep = await post(path, `{"INPUT0":${"[".repeat(MIB)}`);
      expect([path, deep.status]).toEqual([path, 400]);
    }
    const response = await post("/v2/models/ints/generate", `{"INPUT0":[${ones(100_000)}]}`);
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body).OUTPUT0).toHaveLength(100_000);
  });

  test("[PROTO-21] a load call takes a large file and rejects invalid base64", async () => {
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 7) & 255));
    const load = (file: string) =>
      post(
        "/v2/repository/models/loaded/load",
        `{"parameters":{"file:1/data.bin":${JSON.stringify(file)},"config":${JSON.stringify(
          JSON.stringify({
            backend: "identity",
            input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [1] }],
            output: [{ name: "OUTPUT0", data_type: "TYPE_FP32", dims: [1] }],
          }),
        )}}}`,
      );
    expect(await load(bytes.toString("base64"))).toMatchObject({ status: 200 });
    const broken = await load(`${bytes.toString("base64")}*`);
    expect(broken).toMatchObject({ status: 400 });
    expect(broken.body).toContain("'file:1/data.bin' must hold the file's content");
  });

  test("[BOUND-9] headers are parsed in time linear in their length", async () => {
    const spaces = " ".repeat(15_000);
    const response = await post("/v2/models/ints/infer", inputs("INT64", 1, "5"), {
      "Accept-Encoding": `gzip${spaces}x`,
    });
    expect(response.status).toBe(200);
  });
});

describe("over gRPC", () => {
  const INPUT = { name: "INPUT0", datatype: "INT64", shape: [3] };

  test("[BOUND-7] an unknown model is rejected before its tensors are read", async () => {
    const message = inference.ModelInferRequest.encode({
      model_name: "none",
      inputs: [{ ...INPUT, contents: { fp32_contents: [1] } }],
    }).finish();
    expect(await call("ModelInfer", message)).toEqual(
      refused(status.NOT_FOUND, "Request for unknown model: 'none' is not found"),
    );
  });

  test("[BOUND-6][PROTO-33] many typed elements keep full precision", async () => {
    const values = Array.from({ length: 200_000 }, (_, i) => 2n ** 60n + BigInt(i));
    const response = await inferGrpc({
      model_name: "ints",
      inputs: [
        {
          ...INPUT,
          shape: [values.length],
          contents: { int64_contents: values.map(String) as unknown as number[] },
        },
      ],
    });
    const { raw_output_contents } = inference.ModelInferResponse.decode(
      new WireReader(response as Buffer),
    );
    expect(Buffer.from(raw_output_contents[0] as Uint8Array)).toEqual(
      Buffer.from(BigInt64Array.from(values).buffer),
    );
  });

  test("[BOUND-6] a small message with far more elements than its shape is rejected", async () => {
    // 10 MiB of zeros: that many elements of one byte each.
    const length = 10 * MIB;
    const contents = Buffer.alloc(length + 5);
    contents.set([(3 << 3) | 2, 0x80, 0x80, 0x80, 0x05]);
    const input = inference.ModelInferRequest.InferInputTensor.encode(INPUT).finish();
    const nested = (field: number, bytes: Uint8Array) => {
      const prefix = [(field << 3) | 2];
      for (let rest = bytes.byteLength; ; rest = Math.floor(rest / 128)) {
        if (rest < 128) return Buffer.concat([Uint8Array.from([...prefix, rest]), bytes]);
        prefix.push((rest % 128) | 128);
      }
    };
    const message = Buffer.concat([
      nested(1, Buffer.from("ints")),
      nested(5, Buffer.concat([input, nested(5, contents)])),
    ]);
    expect(await call("ModelInfer", message)).toEqual(
      refused(status.INVALID_ARGUMENT, `Expected 24, got ${length * 8}`),
    );
  });

  test.each<[string, inference.ModelInferRequest.$Properties, string]>([
    ["a wrong shape", { inputs: [{ ...INPUT, shape: [1, 3] }] }, "unexpected shape"],
    ["a wrong name", { inputs: [{ ...INPUT, name: "OTHER" }] }, "unexpected inference input"],
    [
      "an output twice",
      { inputs: [INPUT], outputs: [{ name: "OUTPUT0" }, { name: "OUTPUT0" }] },
      "output 'OUTPUT0' already exists in request",
    ],
    ["an input twice", { inputs: [INPUT, INPUT] }, "input 'INPUT0' already exists in request"],
  ])("[BOUND-6] %s is rejected before many elements are decoded", async (_, request, words) => {
    const contents = { int64_contents: Array.from({ length: 100_000 }, () => 1) };
    const typed = request.inputs?.map((input) => ({ ...input, contents })) ?? [];
    expect(await inferGrpc({ ...request, model_name: "ints", inputs: typed })).toEqual(
      refused(status.INVALID_ARGUMENT, words),
    );
  });

  test("[BOUND-10] calls without tensors or files have a small request limit", async () => {
    for (const method of [
      "ServerLive",
      "ModelReady",
      "ModelMetadata",
      "ModelStatistics",
      "RepositoryIndex",
      "RepositoryModelUnload",
      "TraceSetting",
      "LogSettings",
    ]) {
      const response = await call(method, Buffer.alloc(300_000, Uint8Array.of(9 << 3, 0)));
      expect([method, response]).toEqual([
        method,
        refused(status.RESOURCE_EXHAUSTED, "larger than max (300000 vs. 262144)"),
      ]);
    }
  });

  test("[BOUND-4] a load call with too many fields is rejected", async () => {
    const response = await call("RepositoryModelLoad", Buffer.alloc(MIB, Uint8Array.of(9 << 3, 0)));
    expect(response).toEqual(refused(status.INVALID_ARGUMENT, "more than 65536 fields"));
  });

  test("statistics of an unknown model are rejected with Triton's message", async () => {
    const ask = (name: string, version: string) =>
      call("ModelStatistics", inference.ModelStatisticsRequest.encode({ name, version }).finish());
    expect(await ask("none", "")).toEqual(
      refused(status.INVALID_ARGUMENT, "requested model 'none' is not available"),
    );
    expect(await ask("ints", "7")).toEqual(
      refused(status.INVALID_ARGUMENT, "requested model version is not available for model 'ints'"),
    );
  });
});
