import { Client, credentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inference, WireReader } from "../../assets/proto/index.ts";
import { serveEngineGrpc } from "../protocol/grpc/server.ts";
import type { GrpcServer } from "../protocol/grpc/wire.ts";
import { engineRoutes } from "../protocol/http/routes.ts";
import { type HttpServer, serveHttp } from "../protocol/http/server.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import type { Engine } from "../types.ts";
import { missingFolder, SharedObject } from "./testing/shared-object.ts";

const skipped = missingFolder === undefined ? "" : ` (skipped: ${missingFolder})`;
const SERVICE = "/inference.GRPCInferenceService";
const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

/** BYTES: each string preceded by its length. */
const texts = (...elements: string[]) =>
  Buffer.concat(
    elements.flatMap((element) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(element));
      return [length, Buffer.from(element)];
    }),
  );

describe.skipIf(missingFolder !== undefined)(`shared memory over HTTP and gRPC${skipped}`, () => {
  let fixture: EngineFixture;
  let engine: Engine;
  let http: HttpServer;
  let grpc: GrpcServer;
  let client: Client;
  let object: SharedObject;

  beforeAll(async () => {
    fixture = await EngineFixture.create({ allowClientSharedMemory: true });
    await fixture.repository.identity("identity", "max_batch_size: 8");
    await fixture.repository.identity(
      "pair",
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] }, { name: "INPUT1" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] }, { name: "OUTPUT1" data_type: TYPE_FP32 dims: [ -1 ] } ]`,
    );
    await fixture.repository.identity(
      "text",
      `input [ { name: "INPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]`,
    );
    engine = await fixture.start();
    const loopback = { host: "127.0.0.1", port: 0 };
    http = await serveHttp(engineRoutes(engine), loopback);
    grpc = await serveEngineGrpc(engine, loopback);
    client = new Client(`127.0.0.1:${grpc.port}`, credentials.createInsecure());
    object = new SharedObject(8192);
  });
  beforeEach(() => engine.sharedMemory.unregister(""));
  afterAll(async () => {
    client.close();
    await http.close(AbortSignal.abort());
    await grpc.close(AbortSignal.abort());
    await fixture[Symbol.asyncDispose]();
    object[Symbol.dispose]();
  });

  async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
    const raw = typeof body === "string" || body instanceof Uint8Array;
    const answer = await fetch(`http://127.0.0.1:${http.port}/v2/${path}`, {
      ...(body !== undefined && {
        method: "POST",
        headers,
        body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit["body"]>,
      }),
    });
    return { status: answer.status, text: await answer.text() };
  }
  const error = (text: string) => JSON.stringify({ error: text });
  const register = (name: string, offset = 0, byteSize = 4096) =>
    engine.sharedMemory.register({ name, key: object.key, offset, byteSize });
  const at = (region: string, byteSize: number, offset?: number) => ({
    shared_memory_region: region,
    shared_memory_byte_size: byteSize,
    ...(offset !== undefined && { shared_memory_offset: offset }),
  });
  const fp32 = (more: object, name = "INPUT0", shape = [1, 2]) => ({
    name,
    datatype: "FP32",
    shape,
    ...more,
  });

  describe("HTTP", () => {
    it("[SHM-1] registers, lists and unregisters", async () => {
      const { key } = object;
      const path = "systemsharedmemory";
      const registered = await send(`${path}/region/a/register`, { key, offset: 0, byte_size: 64 });
      expect(registered).toEqual({ status: 200, text: "" });
      await send(`${path}/region/b%2Fc/register`, { key, byte_size: 8192 });
      const a = { name: "a", key, offset: 0, byte_size: 64 };
      const b = { name: "b/c", key, offset: 0, byte_size: 8192 };
      expect(JSON.parse((await send(`${path}/status`)).text)).toEqual([a, b]);
      expect((await send(`${path}/region/a/status`)).text).toBe(JSON.stringify([a]));
      expect(await send(`${path}/region/a/unregister`, {})).toEqual({ status: 200, text: "" });
      expect(await send(`${path}/region/a/status`)).toEqual({
        status: 404,
        text: error("Unable to find system shared memory region: 'a'"),
      });
      expect(await send(`${path}/unregister`, "")).toEqual({ status: 200, text: "" });
      expect(await send(`${path}/status`)).toEqual({ status: 200, text: "[]" });
    });

    it.each([
      ["register", {}, "'region name' is necessary to register system shared memory region"],
      ["region/a/register", {}, "Shared memory register request has no 'key' field"],
      [
        "region/a/register",
        { key: "/k" },
        "Shared memory register request has no 'byte_size' field",
      ],
      ["region/a/register", { key: 1 }, /^Unable to parse 'key': .*non-string as string$/],
      ["region/a/register", { key: "/k", offset: -1 }, /^Unable to parse 'offset'/],
      ["region/a/register", { key: "/k", byte_size: 1.5 }, /^Unable to parse 'byte_size'/],
      ["region/a/register", { key: "/", byte_size: 8 }, /invalid shm key '\/'$/],
    ])("[SHM-8] %s %j", async (path, body, reason) => {
      const answer = await send(`systemsharedmemory/${path}`, body);
      expect(answer.status).toBe(400);
      const { error: message } = JSON.parse(answer.text) as { error: string };
      expect(message).toMatch(reason);
    });

    it("[SHM-9] a response names a tensor in a region without its data", async () => {
      register("a");
      register("b", 4096, 64);
      object.write(floats(1.5, 2.5), 0);
      const body = {
        inputs: [fp32({ parameters: at("a", 8) })],
        outputs: [{ name: "OUTPUT0", parameters: at("b", 16, 8) }],
        parameters: { binary_data_output: true },
      };
      expect(await send("models/identity/infer", body)).toEqual({
        status: 200,
        text: expect.stringMatching(
          /"outputs":\[\{"name":"OUTPUT0","datatype":"FP32","shape":\[1,2\]\}\]\}$/,
        ),
      });
      expect(object.floats(4096 + 8, 2)).toEqual([1.5, 2.5]);
    });

    it("[SHM-9] regions, JSON and binary data in one request", async () => {
      register("a");
      object.write(floats(5), 0);
      const inputs = [
        fp32({ parameters: at("a", 4) }, "INPUT0", [1]),
        fp32({ parameters: { binary_data_size: 4 } }, "INPUT1", [1]),
      ];
      const outputs = [
        { name: "OUTPUT0", parameters: { binary_data: true } },
        { name: "OUTPUT1", parameters: at("a", 4, 8) },
      ];
      for (let i = 0; i < 3; i++) {
        const json = Buffer.from(JSON.stringify({ inputs, outputs }));
        const whole = Buffer.concat([json, floats(6 + i)]);
        const headers = { "Inference-Header-Content-Length": String(json.byteLength) };
        const answer = await send("models/pair/infer", whole, headers);
        expect(answer.status).toBe(200);
        expect(answer.text).toContain('"parameters":{"binary_data_size":4}');
        expect(answer.text).toContain('{"name":"OUTPUT1","datatype":"FP32","shape":[1]}]}');
        expect(object.floats(8, 1)).toEqual([6 + i]);
      }
    });

    it("[SHM-9] BYTES tensors have the same form as on the wire", async () => {
      register("a");
      object.write(texts("né", ""), 0);
      const input = { name: "INPUT0", datatype: "BYTES", shape: [2], parameters: at("a", 11) };
      const outputs = [{ name: "OUTPUT0", parameters: at("a", 64, 100) }];
      const answer = await send("models/text/infer", { inputs: [input], outputs });
      expect(answer.status).toBe(200);
      expect(object.bytes.subarray(100, 111)).toEqual(texts("né", ""));
    });

    it.each([
      [
        { parameters: at("a", 8), data: [1, 2] },
        undefined,
        /^Input must set only one .*But set 'data' 'shared_memory_region'$/,
      ],
      [
        { parameters: { ...at("a", 8), binary_data_size: 8 } },
        undefined,
        /But set 'binary_data_size' 'shared_memory_region'$/,
      ],
      [
        { parameters: { ...at("a", 8), shared_memory_region: 1 } },
        undefined,
        /^Unable to parse 'shared_memory_region'/,
      ],
      [
        { parameters: { ...at("a", 8), shared_memory_offset: -1 } },
        undefined,
        /^Unable to parse 'shared_memory_offset'/,
      ],
      [
        { data: [1, 2] },
        { ...at("a", 8), classification: 1 },
        /^Output can't set both 'shared_memory_region' and 'classification'$/,
      ],
      [
        { data: [1, 2] },
        { ...at("a", 8), binary_data: true },
        /^Output can't set both 'shared_memory_region' and 'binary_data'$/,
      ],
      [
        { data: [1, 2] },
        at("a", 4),
        /^shared memory size specified with the request for output 'OUTPUT0'/,
      ],
      [{ parameters: at("no", 8) }, undefined, /^Unable to find shared memory region: 'no'$/],
    ])("[SHM-8] input %j, output %j: %s", async (input, output, reason) => {
      register("a");
      const outputs = output && [{ name: "OUTPUT0", parameters: output }];
      const answer = await send("models/identity/infer", { inputs: [fp32(input)], outputs });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(answer.text)).toEqual({ error: expect.stringMatching(reason) });
    });

    it("[SHM-15] CUDA: no region can be registered", async () => {
      register("a");
      expect(await send("cudasharedmemory/status")).toEqual({ status: 200, text: "[]" });
      expect(await send("cudasharedmemory/unregister", {})).toEqual({ status: 200, text: "" });
      expect(await send("cudasharedmemory/region/x/status")).toEqual({
        status: 404,
        text: error("Unable to find cuda shared memory region: 'x'"),
      });
      expect((await send("cudasharedmemory/region/a/status")).text).toBe(
        error("The region named 'a' is registered as system shared memory, not CUDA shared memory"),
      );
      expect(await send("cudasharedmemory/region/x/register", {})).toEqual({
        status: 400,
        text: error(
          "failed to register CUDA shared memory region: 'x', GPUs not supported. Register system shared memory, or send the data in the request",
        ),
      });
    });
  });

  describe("gRPC", () => {
    interface Decoder<Message> {
      decode(reader: WireReader): Message;
    }
    const call = <Response>(method: string, bytes: Uint8Array, response: Decoder<Response>) =>
      new Promise<Response>((resolve, reject) => {
        client.makeUnaryRequest(
          `${SERVICE}/${method}`,
          (message: Uint8Array) => Buffer.from(message),
          (answer: Buffer) => response.decode(new WireReader(answer)),
          bytes,
          (failed, answer) => (failed ? reject(failed) : resolve(answer as Response)),
        );
      });
    const status = (name = "") =>
      call(
        "SystemSharedMemoryStatus",
        inference.SystemSharedMemoryStatusRequest.encode({ name }).finish(),
        inference.SystemSharedMemoryStatusResponse,
      );
    const registerCall = (message: inference.SystemSharedMemoryRegisterRequest.$Properties) =>
      call(
        "SystemSharedMemoryRegister",
        inference.SystemSharedMemoryRegisterRequest.encode(message).finish(),
        inference.SystemSharedMemoryRegisterResponse,
      );
    const unregister = (name: string) =>
      call(
        "SystemSharedMemoryUnregister",
        inference.SystemSharedMemoryUnregisterRequest.encode({ name }).finish(),
        inference.SystemSharedMemoryUnregisterResponse,
      );
    const infer = (message: inference.ModelInferRequest.$Properties) =>
      call(
        "ModelInfer",
        inference.ModelInferRequest.encode(message).finish(),
        inference.ModelInferResponse,
      );
    const parameters = (region: string, byteSize: number, offset?: number) => ({
      shared_memory_region: { string_param: region },
      shared_memory_byte_size: { int64_param: byteSize },
      ...(offset !== undefined && { shared_memory_offset: { int64_param: offset } }),
    });

    it("[SHM-1] registers, lists and unregisters", async () => {
      await registerCall({ name: "a", key: object.key, offset: 4096, byte_size: 64 });
      const region = { name: "a", key: object.key, offset: 4096, byte_size: 64 };
      expect((await status()).regions).toMatchObject({ a: region });
      expect((await status("a")).regions).toMatchObject({ a: region });
      await expect(registerCall({ name: "a", key: object.key })).rejects.toMatchObject({
        code: 6,
        details: "shared memory region 'a' already in manager",
      });
      await unregister("a");
      await expect(status("a")).rejects.toMatchObject({ code: 5 });
      await unregister("");
      expect((await status()).regions).toEqual({});
    });

    it("[SHM-9] raw contents belong to the other inputs", async () => {
      register("a");
      object.write(floats(1), 0);
      const answer = await infer({
        model_name: "pair",
        inputs: [fp32({ parameters: parameters("a", 4) }, "INPUT0", [1]), fp32({}, "INPUT1", [1])],
        outputs: [{ name: "OUTPUT0" }, { name: "OUTPUT1", parameters: parameters("a", 4, 16) }],
        raw_input_contents: [floats(2)],
      });
      expect(answer.outputs).toMatchObject([{ name: "OUTPUT0" }, { name: "OUTPUT1", shape: [1] }]);
      expect(answer.outputs?.[1]?.parameters ?? {}).toEqual({});
      expect(answer.raw_output_contents?.map((raw) => raw.byteLength)).toEqual([4, 0]);
      expect(object.floats(16, 1)).toEqual([2]);
    });

    it("[SHM-9] typed contents for the other inputs", async () => {
      register("a");
      object.write(floats(1), 0);
      const typed = { contents: { fp32_contents: [3] } };
      const answer = await infer({
        model_name: "pair",
        inputs: [
          fp32(typed, "INPUT0", [1]),
          fp32({ parameters: parameters("a", 4) }, "INPUT1", [1]),
        ],
      });
      expect(answer.raw_output_contents).toEqual(
        [floats(3), floats(1)].map((raw) => Buffer.from(raw)),
      );
    });

    it("[SHM-9] in streams", async () => {
      register("a");
      object.write(floats(1, 2), 0);
      const stream = client.makeBidiStreamRequest(
        `${SERVICE}/ModelStreamInfer`,
        (message: Uint8Array) => Buffer.from(message),
        (bytes: Buffer) => inference.ModelStreamInferResponse.decode(new WireReader(bytes)),
      );
      const responses: inference.ModelStreamInferResponse[] = [];
      stream.on("data", (response) => responses.push(response));
      const message = (region: string) =>
        inference.ModelInferRequest.encode({
          model_name: "identity",
          inputs: [fp32({ parameters: parameters(region, 8) })],
          outputs: [{ name: "OUTPUT0", parameters: parameters("a", 8, 32) }],
        }).finish();
      stream.write(message("a"));
      stream.write(message("no"));
      stream.end();
      await new Promise((resolve) => stream.on("end", resolve));
      expect(responses.map((response) => response.error_message)).toEqual([
        "",
        "Unable to find shared memory region: 'no'",
      ]);
      expect(responses[0]?.infer_response?.raw_output_contents?.[0]).toHaveLength(0);
      expect(object.floats(32, 2)).toEqual([1, 2]);
    });

    it.each([
      [
        { shared_memory_region: { int64_param: 1 } },
        "invalid value type for 'shared_memory_region' parameter for tensor 'INPUT0', expected string_param.",
      ],
      [
        { shared_memory_region: { string_param: "a" } },
        "'shared_memory_byte_size' must be specified along with 'shared_memory_region' parameter for tensor 'INPUT0'",
      ],
      [
        { shared_memory_offset: { int64_param: 1 } },
        "'shared_memory_offset' can not be specified without 'shared_memory_region' parameter for tensor 'INPUT0'",
      ],
      [
        { shared_memory_byte_size: { int64_param: 1 } },
        "'shared_memory_byte_size' can not be specified without 'shared_memory_region' parameter for tensor 'INPUT0'",
      ],
      [
        { ...parameters("a", 8), shared_memory_byte_size: { string_param: "8" } },
        "invalid value type for 'shared_memory_byte_size' parameter for tensor 'INPUT0', expected int64_param.",
      ],
      [
        { ...parameters("a", 8), shared_memory_offset: { string_param: "8" } },
        "invalid value type for 'shared_memory_offset' parameter for tensor 'INPUT0', expected int64_param.",
      ],
      [parameters("a", 8, -1), "Invalid offset for shared memory region: 'a'"],
      [parameters("a", -1), "Invalid offset + byte size for shared memory region: 'a'"],
    ])("[SHM-8] %j: %s", async (input, details) => {
      register("a");
      await expect(
        infer({ model_name: "identity", inputs: [fp32({ parameters: input })] }),
      ).rejects.toMatchObject({ code: 3, details });
    });

    it("[SHM-8] a region and contents, a region and classes", async () => {
      register("a");
      const contents = { contents: { fp32_contents: [1, 2] } };
      await expect(
        infer({
          model_name: "identity",
          inputs: [fp32({ parameters: parameters("a", 8), ...contents })],
        }),
      ).rejects.toMatchObject({
        code: 3,
        details:
          "unexpected 'content' provided when using shared memory for input tensor 'INPUT0' for model 'identity'",
      });
      const classes = { ...parameters("a", 8), classification: { int64_param: 1 } };
      await expect(
        infer({
          model_name: "identity",
          inputs: [fp32(contents)],
          outputs: [{ name: "OUTPUT0", parameters: classes }],
        }),
      ).rejects.toMatchObject({
        code: 3,
        details: "output can't set both 'shared_memory_region' and 'classification'",
      });
    });

    it("[SHM-15] CUDA: no region can be registered", async () => {
      const named = inference.CudaSharedMemoryRegisterRequest.encode({ name: "x" }).finish();
      const { CudaSharedMemoryStatusResponse: Response } = inference;
      expect(
        (await call("CudaSharedMemoryStatus", new Uint8Array(), Response)).regions ?? {},
      ).toEqual({});
      await call("CudaSharedMemoryUnregister", new Uint8Array(), Response);
      await expect(call("CudaSharedMemoryRegister", named, Response)).rejects.toMatchObject({
        code: 3,
        details: expect.stringMatching(/^failed to register CUDA .* 'x', GPUs not supported/),
      });
      await expect(call("CudaSharedMemoryStatus", named, Response)).rejects.toMatchObject({
        code: 5,
      });
    });
  });
});
