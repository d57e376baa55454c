import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { batchdeck, grpc, inference, WireReader } from "../../../assets/proto/index.ts";
import { EchoEngine, lateEngine } from "../testing/echo-engine.ts";
import { serveGrpcJs } from "../testing/grpc-js-server.ts";
import { serveHttp2 } from "./http2/http2-server.ts";
import { serveEngineGrpc } from "./server.ts";
import type { GrpcServer } from "./wire.ts";

let engine = new EchoEngine();
let server: GrpcServer;
let client: Client;

const SERVICE = "/inference.GRPCInferenceService";

/** Sends bytes to a method and decodes the response. */
function callBytes<Response>(
  path: string,
  bytes: Uint8Array,
  response: { decode(reader: WireReader): Response },
  deadline?: number,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      path,
      (request: Uint8Array) => Buffer.from(request),
      (bytes: Buffer) => response.decode(new WireReader(bytes)),
      bytes,
      new Metadata(),
      deadline === undefined ? {} : { deadline },
      (error: ServiceError | null, value) => (error ? reject(error) : resolve(value as Response)),
    );
  });
}

const infer = (message: inference.ModelInferRequest.$Properties, deadline?: number) =>
  callBytes(
    `${SERVICE}/ModelInfer`,
    inference.ModelInferRequest.encode(message).finish(),
    inference.ModelInferResponse,
    deadline,
  );

const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
const INPUT = { name: "INPUT0", datatype: "FP32", shape: [1, 2] };

describe.each([
  ["our wire", serveHttp2],
  ["grpc-js", serveGrpcJs],
])("%s", (_, serve) => {
  beforeAll(async () => {
    server = await serveEngineGrpc(
      lateEngine(() => engine),
      { host: "127.0.0.1", port: 0 },
      { serve },
    );
    client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  });
  beforeEach(() => {
    engine = new EchoEngine();
  });
  afterAll(async () => {
    client.close();
    await server.close(AbortSignal.abort());
  });

  test("[PROTO-30] raw inputs are answered with raw outputs", async () => {
    const response = await infer({
      model_name: "echo",
      id: "r-1",
      inputs: [INPUT],
      raw_input_contents: [floats(1, 2)],
    });
    expect(inference.ModelInferResponse.toObject(response as inference.ModelInferResponse)).toEqual(
      {
        model_name: "echo",
        model_version: "1",
        id: "r-1",
        outputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 2] }],
        raw_output_contents: [Buffer.from(floats(1, 2))],
      },
    );
  });

  test("[PROTO-31] raw tensors are views of the message, not copies", async () => {
    await infer({ model_name: "echo", inputs: [INPUT], raw_input_contents: [floats(1, 2)] });
    const segment = engine.requests[0]?.inputs[0]?.segments[0];
    expect(segment?.buffer.byteLength).toBeGreaterThan(8);
  });

  test("[PROTO-32] typed contents of every data type become raw bytes", async () => {
    const cases: [string, inference.InferTensorContents.$Properties, ArrayBufferView][] = [
      ["BOOL", { bool_contents: [true, false] }, Uint8Array.of(1, 0)],
      ["INT8", { int_contents: [-1, 2] }, Int8Array.of(-1, 2)],
      ["INT16", { int_contents: [-1, 2] }, Int16Array.of(-1, 2)],
      ["INT32", { int_contents: [-1, 2] }, Int32Array.of(-1, 2)],
      ["UINT8", { uint_contents: [1, 255] }, Uint8Array.of(1, 255)],
      ["UINT32", { uint_contents: [1, 2 ** 32 - 1] }, Uint32Array.of(1, 2 ** 32 - 1)],
      ["INT64", { int64_contents: [-1, 2] }, BigInt64Array.of(-1n, 2n)],
      ["UINT64", { uint64_contents: [1, 2] }, BigUint64Array.of(1n, 2n)],
      ["FP32", { fp32_contents: [1.5, 2] }, Float32Array.of(1.5, 2)],
      ["FP64", { fp64_contents: [0.1, 2] }, Float64Array.of(0.1, 2)],
      [
        "BYTES",
        { bytes_contents: [Buffer.from("ab"), Buffer.from("")] },
        Buffer.from("\x02\0\0\0ab\0\0\0\0"),
      ],
    ];
    for (const [datatype, contents, bytes] of cases) {
      const response = await infer({
        model_name: "echo",
        inputs: [{ ...INPUT, datatype, contents }],
      });
      expect([datatype, Buffer.from(response.raw_output_contents?.[0] ?? [])]).toEqual([
        datatype,
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      ]);
    }
  });

  test("[PROTO-33] 64-bit contents and parameters keep full precision", async () => {
    const large = "9007199254740993" as unknown as number;
    const response = await infer({
      model_name: "echo",
      parameters: { sequence_id: { uint64_param: large }, priority: { int64_param: 300 } },
      inputs: [{ ...INPUT, datatype: "INT64", contents: { int64_contents: [large, -300] } }],
    });
    expect(engine.requests[0]?.parameters).toEqual({
      sequence_id: 9007199254740993n,
      priority: 300,
    });
    const bytes = Uint8Array.from(response.raw_output_contents?.[0] ?? []);
    expect(new BigInt64Array(bytes.buffer)).toEqual(BigInt64Array.of(9007199254740993n, -300n));
  });

  test("[PROTO-34] raw contents: extra ones are ignored, missing and duplicate ones rejected", async () => {
    const raw = floats(1, 2);
    await infer({ model_name: "echo", inputs: [INPUT], raw_input_contents: [raw, raw] });
    await expect(
      infer({ model_name: "echo", inputs: [INPUT, INPUT], raw_input_contents: [raw] }),
    ).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(
      infer({
        model_name: "echo",
        inputs: [{ ...INPUT, contents: { fp32_contents: [1, 2] } }],
        raw_input_contents: [raw],
      }),
    ).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details:
        "contents field must not be specified when using raw_input_contents for 'INPUT0' for model 'echo'",
    });
  });

  test("[PROTO-34] inputs without data, or with data of another type, are rejected with Triton's message", async () => {
    const refused = async (message: inference.ModelInferRequest.$Properties) =>
      (await infer({ model_name: "echo", ...message }).catch((error: ServiceError) => error)) as {
        details?: string;
      };
    const nothing = "unable to find data for input tensor 'INPUT0' for model 'echo' in request.";
    expect((await refused({ inputs: [INPUT] })).details).toBe(nothing);
    const other = { ...INPUT, name: "OTHER" };
    const fewer = { inputs: [other, INPUT], raw_input_contents: [floats(1, 2)] };
    expect((await refused(fewer)).details).toBe(nothing);
    for (const [datatype, contents, type] of [
      ["FP32", { int_contents: [1, 2] }, "INT32"],
      ["FP32", { fp32_contents: [1, 2], int64_contents: [1] }, "INT64"],
      ["INT8", { uint_contents: [1, 2] }, "UINT32"],
      ["BYTES", { bool_contents: [true] }, "BOOL"],
    ] as const) {
      const { details } = await refused({ inputs: [{ ...INPUT, datatype, contents } as never] });
      expect(details).toBe(
        `unexpected explicit tensor data for input tensor 'INPUT0' for model 'echo' of type '${type}', expected datatype '${datatype}'`,
      );
    }
    await expect(infer({ model_name: "nosuch", inputs: [INPUT] })).rejects.toMatchObject({
      code: status.NOT_FOUND,
    });
  });

  test.each([
    ["sequence_id", { bool_param: true }, "int64_param or string_param"],
    ["sequence_start", { int64_param: 1 }, "bool_param"],
    ["sequence_end", { string_param: "true" }, "bool_param"],
    ["priority", { double_param: 1 }, "int64_param or uint64_param"],
    ["timeout", { uint64_param: 5 }, "int64_param"],
    ["triton_enable_empty_final_response", { string_param: "true" }, "bool_param"],
    ["own", {}, "int64_param, bool_param, or string_param"],
  ] as const)("[PROTO-45] %s as %o is rejected", async (name, value, expected) => {
    await expect(
      infer({
        model_name: "echo",
        parameters: { [name]: value },
        inputs: [INPUT],
        raw_input_contents: [floats(1, 2)],
      }),
    ).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: `invalid value type for '${name}' parameter, expected ${expected}.`,
    });
  });

  test("[PROTO-45] keys reserved for Triton are rejected", async () => {
    await expect(
      infer({ model_name: "echo", parameters: { triton_x: { bool_param: true } } }),
    ).rejects.toMatchObject({
      details:
        "parameter keys starting with 'triton_' are reserved for Triton usage. Only the following keys starting with 'triton_' are allowed: triton_enable_empty_final_response",
    });
  });

  test("[PROTO-35] errors carry their status and message, non-ASCII characters included", async () => {
    await expect(infer({ model_name: "möd%l" })).rejects.toMatchObject({
      code: status.NOT_FOUND,
      details: "Request for unknown model: 'möd%l' is not found",
    });
    await expect(
      infer({ model_name: "echo", parameters: { triton_x: { bool_param: true } } }),
    ).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });

  test("[PROTO-36] a message that isn't protobuf is rejected with a reason", async () => {
    await expect(
      callBytes(`${SERVICE}/ModelInfer`, Uint8Array.of(0x0a, 0xff), inference.ModelInferResponse),
    ).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
      details: expect.stringContaining("is not a valid protobuf message"),
    });
  });

  test("[PROTO-37] a cancelled call and an expired deadline abort the request", async () => {
    const aborts: AbortSignal[] = [];
    const entered = Promise.withResolvers<void>();
    engine.respond = (request) => {
      aborts.push(request.signal as AbortSignal);
      entered.resolve();
      return new Promise(() => {});
    };
    const aborted = (signal: AbortSignal | undefined) =>
      new Promise<void>((resolve) => {
        if (signal?.aborted) resolve();
        else signal?.addEventListener("abort", () => resolve());
      });
    await expect(infer({ model_name: "echo" }, Date.now() + 30)).rejects.toMatchObject({
      code: status.DEADLINE_EXCEEDED,
    });
    await aborted(aborts[0]);
    const call = client.makeUnaryRequest(
      `${SERVICE}/ModelInfer`,
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes: Buffer) => bytes,
      inference.ModelInferRequest.encode({ model_name: "echo" }).finish(),
      () => {},
    );
    while (aborts.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    call.cancel();
    await aborted(aborts[1]);
  });

  test("[PROTO-66] while shared memory is not allowed, nothing is registered and nothing can be", async () => {
    for (const kind of ["System", "Cuda"]) {
      const statusCall = `${kind}SharedMemoryStatus`;
      const { SystemSharedMemoryStatusRequest: Request } = inference;
      const empty = inference.SystemSharedMemoryStatusResponse;
      expect(
        (await callBytes(`${SERVICE}/${statusCall}`, new Uint8Array(), empty)).regions ?? {},
      ).toEqual({});
      await expect(
        callBytes(`${SERVICE}/${statusCall}`, Request.encode({ name: "a" }).finish(), empty),
      ).rejects.toMatchObject({
        code: status.NOT_FOUND,
        details: `Unable to find ${kind.toLowerCase()} shared memory region: 'a'`,
      });
      for (const name of [`${kind}SharedMemoryRegister`, `${kind}SharedMemoryUnregister`]) {
        await expect(
          callBytes(`${SERVICE}/${name}`, Request.encode({ name: "a" }).finish(), empty),
        ).rejects.toMatchObject({
          code: status.UNIMPLEMENTED,
          details:
            "Client shared memory is disabled. Start the server with '--allow-client-shm=true' to enable.",
        });
      }
    }
  });

  test("[PROTO-67] reads and updates trace settings with Triton's checks", async () => {
    const { TraceSettingRequest, TraceSettingResponse } = inference;
    const call = (message: inference.TraceSettingRequest.$Properties) =>
      callBytes(
        `${SERVICE}/TraceSetting`,
        TraceSettingRequest.encode(message).finish(),
        TraceSettingResponse,
      );
    expect((await call({})).settings).toMatchObject({
      trace_level: { value: ["OFF"] },
      trace_rate: { value: ["1000"] },
      trace_count: { value: ["-1"] },
      log_frequency: { value: ["0"] },
      trace_file: { value: [""] },
      trace_mode: { value: ["triton"] },
    });
    expect(engine.calls).toEqual([]);
    await call({
      model_name: "echo",
      settings: { trace_rate: { value: ["5"] }, trace_level: { value: [] } },
    });
    expect(engine.calls).toEqual([["trace", "echo", { trace_rate: ["5"], trace_level: null }]]);
    const refusals: [inference.TraceSettingRequest.$Properties, number, string][] = [
      [{ model_name: "nosuch" }, 3, "Request for unknown model : nosuch"],
      [
        { settings: { trace_file: { value: ["/x"] } } },
        12,
        "trace file location can not be updated through network protocol",
      ],
      [
        { settings: { trace_level: { value: ["OFF", "TIMESTAMPS"] } } },
        3,
        "Expect only one trace level 'OFF' is specified",
      ],
      [
        { settings: { trace_rate: { value: ["1", "2"] } } },
        3,
        "expect only 1 value for 'trace_rate'",
      ],
    ];
    for (const [message, code, details] of refusals) {
      await expect(call(message)).rejects.toMatchObject({ code, details });
    }
  });

  test("[PROTO-68] reads and updates log settings with Triton's checks", async () => {
    const { LogSettingsRequest, LogSettingsResponse } = inference;
    const call = (settings: inference.LogSettingsRequest.$Properties["settings"]) =>
      callBytes(
        `${SERVICE}/LogSettings`,
        LogSettingsRequest.encode({ settings: settings ?? {} }).finish(),
        LogSettingsResponse,
      );
    const { settings } = await call({ log_verbose_level: { uint32_param: 1 } });
    expect(settings).toMatchObject({
      log_file: { string_param: "" },
      log_info: { bool_param: true },
      log_verbose_level: { uint32_param: 1 },
      log_format: { string_param: "default" },
    });
    await expect(call({ log_info: { uint32_param: 1 } })).rejects.toMatchObject({
      code: 3,
      details: "expect boolean for 'log_info'",
    });
    await expect(call({ log_format: { string_param: "xml" } })).rejects.toMatchObject({
      code: 3,
      details: "invalid argument for log_format, got: xml",
    });
    await expect(call({ log_file: { string_param: "/x" } })).rejects.toMatchObject({
      code: 12,
      details: "log file location can not be updated through network protocol",
    });
    await expect(call({ nosuch: { bool_param: true } })).resolves.toBeDefined();
  });

  test("[PROTO-39] health, metadata, configuration, statistics and the repository", async () => {
    const call = <Response>(
      name: string,
      message: Uint8Array,
      type: { decode(reader: WireReader): Response },
    ) => callBytes(`${SERVICE}/${name}`, message, type);
    const model = inference.ModelMetadataRequest.encode({ name: "echo" }).finish();
    const none = new Uint8Array();
    expect(await call("ServerLive", none, inference.ServerLiveResponse)).toMatchObject({
      live: true,
    });
    engine.isReady = false;
    expect(await call("ServerReady", none, inference.ServerReadyResponse)).toMatchObject({
      ready: false,
    });
    expect(await call("ServerMetadata", none, inference.ServerMetadataResponse)).toMatchObject({
      name: "triton",
    });
    expect(await call("ModelReady", model, inference.ModelReadyResponse)).toMatchObject({
      ready: true,
    });
    expect(await call("ModelMetadata", model, inference.ModelMetadataResponse)).toMatchObject({
      inputs: [{ name: "INPUT0", datatype: "FP32", shape: [-1, -1] }],
    });
    const { config } = await call("ModelConfig", model, inference.ModelConfigResponse);
    expect(config).toMatchObject({
      max_batch_size: 8,
      version_policy: { latest: { num_versions: 1 } },
      input: [{ name: "INPUT0", data_type: inference.DataType.TYPE_FP32, dims: [-1] }],
    });
    const { model_stats } = await call("ModelStatistics", model, inference.ModelStatisticsResponse);
    expect(model_stats?.[0]).toMatchObject({
      last_inference: 1795202986541,
      inference_stats: { success: { count: 6, ns: 2481893 } },
    });
    const index = await call("RepositoryIndex", none, inference.RepositoryIndexResponse);
    expect(index.models).toMatchObject([
      { name: "echo", state: "READY" },
      { name: "other", version: "" },
    ]);
  });

  test("[PROTO-40] load and unload calls pass on their parameters", async () => {
    const load = (parameters: inference.RepositoryModelLoadRequest.$Properties["parameters"]) =>
      callBytes(
        `${SERVICE}/RepositoryModelLoad`,
        inference.RepositoryModelLoadRequest.encode({
          model_name: "echo",
          parameters: parameters ?? {},
        }).finish(),
        inference.RepositoryModelLoadResponse,
      );
    await load({ config: { string_param: "{}" } });
    await callBytes(
      `${SERVICE}/RepositoryModelUnload`,
      inference.RepositoryModelUnloadRequest.encode({
        model_name: "echo",
        parameters: { unload_dependents: { bool_param: true } },
      }).finish(),
      inference.RepositoryModelUnloadResponse,
    );
    expect(engine.calls).toEqual([
      ["load", "echo", { config: "{}" }],
      ["unload", "echo", true],
    ]);
    await load({
      config: { string_param: "{}" },
      "file:1/model.onnx": { bytes_param: Uint8Array.of(1, 2) },
    });
    const [, , { files }] = engine.calls.at(-1) as [string, string, { files: Map<string, Buffer> }];
    expect([...files].map(([path, bytes]) => [path, [...bytes]])).toEqual([
      ["1/model.onnx", [1, 2]],
    ]);
    for (const parameters of [
      { config: { bool_param: true } },
      { "file:1/model.onnx": { bytes_param: Uint8Array.of(1) } },
      { config: { string_param: "{}" }, "file:../x": { bytes_param: Uint8Array.of(1) } },
    ]) {
      await expect(load(parameters)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    }
  });

  test("[PROTO-41] the health service reports the server and its services by name", async () => {
    const { HealthCheckRequest, HealthCheckResponse } = grpc.health.v1;
    const check = async (service: string) => {
      const bytes = HealthCheckRequest.encode({ service }).finish();
      return (await callBytes("/grpc.health.v1.Health/Check", bytes, HealthCheckResponse)).status;
    };
    expect(await check("")).toBe(1);
    expect(await check("inference.GRPCInferenceService")).toBe(1);
    expect(await check("nosuch")).toBe(3);
    engine.isReady = false;
    expect(await check("")).toBe(2);
  });

  test("[PROTO-42] the telemetry snapshot is complete", async () => {
    const snapshot = await callBytes(
      "/batchdeck.telemetry.v1.Telemetry/Snapshot",
      new Uint8Array(),
      batchdeck.telemetry.v1.SnapshotResponse,
    );
    expect(snapshot).toMatchObject({
      engine_id: "engine-1",
      uptime_ns: 12_345_678_901_234,
      models: [
        {
          load_id: "load-1",
          queued: 3,
          executing: 2,
          instances: [{ name: "echo_0", provider: "cpu", busy: true }],
          failures: { REJECTED: 1, OTHER: 0 },
          latency: { layout: 1, indices: [40, 200], counts: [4, 2] },
          metric_tags: { team: 'a"b' },
          cached: true,
        },
      ],
      cache: { hits: 5, insertion_ns: 57_000 },
    });
  });

  test("[PROTO-43] closing lets an active call finish", async () => {
    const own = await serveEngineGrpc(engine, { host: "127.0.0.1", port: 0 }, { serve });
    const ownClient = new Client(`127.0.0.1:${own.port}`, credentials.createInsecure());
    const { entered, release } = engine.holdResponses();
    const underWay = new Promise((resolve, reject) => {
      ownClient.makeUnaryRequest(
        `${SERVICE}/ModelInfer`,
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes: Buffer) => bytes,
        inference.ModelInferRequest.encode({ model_name: "echo" }).finish(),
        (error, value) => (error ? reject(error) : resolve(value)),
      );
    });
    await entered;
    const closed = own.close();
    release();
    await expect(underWay).resolves.toBeInstanceOf(Buffer);
    await closed;
    ownClient.close();
  });

  test("[PROTO-44] a port that is in use is rejected", async () => {
    await expect(
      serveEngineGrpc(engine, { host: "127.0.0.1", port: server.port }, { serve }),
    ).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining("EADDRINUSE"),
    });
  });
});
