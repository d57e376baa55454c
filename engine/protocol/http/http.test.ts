import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { EchoEngine, lateEngine } from "../testing/echo-engine.ts";
import { engineRoutes } from "./routes.ts";
import { type HttpServer, serveHttp } from "./server.ts";

let engine = new EchoEngine();
let server: HttpServer;
let base: string;

beforeAll(async () => {
  server = await serveHttp(engineRoutes(lateEngine(() => engine)), { host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${server.port}`;
});
beforeEach(() => {
  engine = new EchoEngine();
});
afterAll(() => server.close(AbortSignal.abort()));

const FP32 = { name: "INPUT0", datatype: "FP32", shape: [1, 2] };

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, {
    method: "POST",
    headers,
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  } as RequestInit);
  const type = response.headers.get("content-type");
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = Buffer.from(bytes).toString();
  return { status: response.status, type, bytes, text, headers: response.headers };
}

const infer = (body: unknown, headers?: Record<string, string>) =>
  post("/v2/models/echo/infer", body, headers);

/** An infer request whose tensors follow its JSON. */
function binaryRequest(json: unknown, ...tensors: Uint8Array[]) {
  const header = Buffer.from(JSON.stringify(json));
  return {
    body: Buffer.concat([header, ...tensors]),
    headers: { "Inference-Header-Content-Length": String(header.byteLength) },
  };
}

test("[PROTO-10] JSON in, JSON out, in Triton's field order", async () => {
  const response = await infer({ id: "r-1", inputs: [{ ...FP32, data: [0.5, 1] }] });
  expect(response).toMatchObject({ status: 200, type: "application/json" });
  expect(response.text).toBe(
    '{"id":"r-1","model_name":"echo","model_version":"1","outputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,2],"data":[0.5,1]}]}',
  );
});

test("[PROTO-10] nested data and every data type survive the round trip", async () => {
  const tensors = [
    ["BOOL", [true, false]],
    ["INT8", [-128, 127]],
    ["UINT16", [0, 65535]],
    ["INT32", [-(2 ** 31), 2 ** 31 - 1]],
    ["FP64", [0.1, -1e300]],
    ["BYTES", ["héllo", ""]],
  ] as const;
  for (const [datatype, data] of tensors) {
    const response = await infer({
      inputs: [{ name: "x", datatype, shape: [2, 1], data: data.map((v) => [v]) }],
    });
    expect(JSON.parse(response.text).outputs[0]).toMatchObject({ datatype, data });
  }
});

test("[PROTO-10] data nested deeper than any tensor is a client error", async () => {
  const data = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
  const { status } = await infer(
    `{"inputs":[{"name":"x","datatype":"FP32","shape":[1],"data":${data}}]}`,
  );
  expect(status).toBe(400);
});

test("[PROTO-11] 64-bit integers keep full precision", async () => {
  const inputs =
    '[{"name":"x","datatype":"INT64","shape":[2],"data":[9007199254740993,-9223372036854775808]},{"name":"y","datatype":"UINT64","shape":[1],"data":[18446744073709551615]}]';
  const { text } = await infer(`{"inputs":${inputs}}`);
  expect(text).toContain('"data":[9007199254740993,-9223372036854775808]');
  expect(text).toContain('"data":[18446744073709551615]');
});

test("[PROTO-11] parameters keep full precision too, and long numbers in other tensors are parsed", async () => {
  const inputs =
    '[{"name":"x","datatype":"FP64","shape":[2],"data":[100000000000000000000,-12345678901234567]}]';
  const { text } = await infer(
    `{"parameters":{"sequence_id":18446744073709551615,"k":12345678901234567},"inputs":${inputs}}`,
  );
  expect(JSON.parse(text).outputs[0].data).toEqual([1e20, -12345678901234568]);
  expect(engine.requests[0]?.parameters).toEqual({
    sequence_id: 18446744073709551615n,
    k: 12345678901234567n,
  });
});

test("[PROTO-12] binary tensors in and out, in order", async () => {
  const data = new Uint8Array(new Float32Array([1.5, 2.5]).buffer);
  const { body, headers } = binaryRequest(
    {
      inputs: [
        { ...FP32, name: "a", parameters: { binary_data_size: 8 } },
        { ...FP32, name: "b", data: [3, 4] },
        { ...FP32, name: "c", parameters: { binary_data_size: 8 } },
      ],
      outputs: [
        { name: "a", parameters: { binary_data: true } },
        { name: "c", parameters: { binary_data: false } },
      ],
      parameters: { binary_data_output: true },
    },
    data,
    data,
  );
  const response = await infer(body, headers);
  expect(response.type).toBe("application/octet-stream");
  const jsonBytes = Number(response.headers.get("inference-header-content-length"));
  const json = JSON.parse(response.text.slice(0, jsonBytes));
  expect(
    json.outputs.map((o: { parameters?: unknown; data?: unknown }) => o.parameters ?? o.data),
  ).toEqual([{ binary_data_size: 8 }, { binary_data_size: 8 }, [1.5, 2.5]]);
  expect(response.bytes.subarray(jsonBytes)).toEqual(
    Uint8Array.from([...data, ...new Uint8Array(new Float32Array([3, 4]).buffer)]),
  );
});

test("[PROTO-12] binary_data is true or false", async () => {
  const inputs = [{ ...FP32, name: "a", data: [1.5, 2.5] }];
  const ask = (...wishes: unknown[]) =>
    infer(
      JSON.stringify({
        inputs,
        outputs: wishes.map((binary_data) => ({ name: "a", parameters: { binary_data } })),
      }),
    );
  const asJson = await ask(false);
  expect(JSON.parse(asJson.text).outputs[0].data).toEqual([1.5, 2.5]);
  const wrong = await ask("yes");
  expect([wrong.status, JSON.parse(wrong.text).error]).toEqual([
    400,
    "Unable to parse 'binary_data': attempt to access JSON non-boolean as boolean",
  ]);
});

test("[PROTO-13] a large tensor reaches the engine as views of the socket's chunks", async () => {
  const data = new Uint8Array(3_000_000).map((_, i) => i);
  const { body, headers } = binaryRequest(
    {
      inputs: [
        {
          name: "x",
          datatype: "UINT8",
          shape: [3_000_000],
          parameters: { binary_data_size: 3_000_000 },
        },
      ],
    },
    data,
  );
  engine.respond = (request) => ({
    modelName: "echo",
    modelVersion: "1",
    id: request.id,
    parameters: {},
    outputs: [],
  });
  expect((await infer(body, headers)).status).toBe(200);
  const input = engine.requests[0]?.inputs[0];
  expect(input?.segments.length).toBeGreaterThan(1);
  expect(Buffer.concat(input?.segments ?? []).equals(data)).toBe(true);
});

test("[PROTO-14] a body without JSON is the model's only input", async () => {
  const data = new Uint8Array(new Float32Array([1, 2, 3]).buffer);
  const response = await infer(data, { "Inference-Header-Content-Length": "0" });
  expect(engine.requests[0]?.inputs[0]).toMatchObject({ name: "INPUT0", shape: [1, 3] });
  const jsonBytes = Number(response.headers.get("inference-header-content-length"));
  expect(response.bytes.subarray(jsonBytes)).toEqual(data);
  const none = await infer("");
  expect(none).toMatchObject({ status: 200, type: "application/json" });
  expect(JSON.parse(none.text).outputs[0]).toEqual({
    name: "INPUT0",
    datatype: "FP32",
    shape: [1, 0],
    parameters: { binary_data_size: 0 },
  });
});

test.each([
  [
    "no inputs",
    {},
    "Unable to parse 'inputs': attempt to access non-existing object member 'inputs'",
  ],
  ["a body that is no JSON", '{"inputs": [', "failed to parse the request JSON buffer: "],
  ["an array", "[]", "failed to parse the request JSON buffer: expected an object"],
  [
    "too many elements",
    { inputs: [{ ...FP32, data: [1, 2, 3] }] },
    "Unable to parse 'data': Shape does not match true shape of 'data' field",
  ],
  [
    "a negative dimension",
    { inputs: [{ ...FP32, shape: [1, -2], data: [0, 1] }] },
    "Unable to parse 'shape': attempt to access JSON non-unsigned-integer as unsigned-integer",
  ],
  [
    "a text among numbers",
    { inputs: [{ ...FP32, data: [0, "one"] }] },
    "Unable to parse 'data': \"one\" in input 'INPUT0' is no FP32 value",
  ],
  [
    "a number out of range",
    { inputs: [{ name: "x", datatype: "INT8", shape: [1], data: [300] }] },
    "Unable to parse 'data': 300 in input 'x' is no INT8 value",
  ],
  [
    "half precision",
    { inputs: [{ ...FP32, datatype: "FP16", data: [0, 1] }] },
    "receiving FP16 data via JSON is not supported. Please use the binary data format for input 'INPUT0'",
  ],
  [
    "a reserved parameter",
    { inputs: [{ ...FP32, data: [0, 1] }], parameters: { triton_x: 1 } },
    "parameter keys starting with 'triton_' are reserved for Triton usage and should not be specified.",
  ],
  [
    "binary data that is not there",
    { inputs: [{ ...FP32, parameters: { binary_data_size: 8 } }] },
    "unexpected size for input 'INPUT0', expecting 8 additional bytes for model 'echo'",
  ],
])("[PROTO-15] %s is a client error and answered with 400", async (_, body, words) => {
  const response = await infer(body);
  expect(response).toMatchObject({ status: 400, type: "application/json" });
  expect(JSON.parse(response.text).error).toContain(words);
});

test("[PROTO-15] a header length that doesn't fit the body is rejected", async () => {
  for (const [length, words] of [
    ["abc", "Unable to parse Inference-Header-Content-Length, got: abc"],
    ["-1", "inference header size should be in range (0, 2), got: -1"],
    ["1000000", "inference header size should be in range (0, 2), got: 1000000"],
  ] as const) {
    const response = await infer("{}", { "Inference-Header-Content-Length": length });
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text).error).toBe(words);
  }
});

test("[PROTO-15] binary data left over is rejected", async () => {
  const { body, headers } = binaryRequest({ inputs: [] }, new Uint8Array(3));
  const response = await infer(body, headers);
  expect(response.status).toBe(400);
  expect(response.text).toContain("unexpected additional input data for model 'echo'");
});

test("[PROTO-107] a tensor in shared memory is rejected with a reason", async () => {
  const region = { inputs: [{ ...FP32, parameters: { shared_memory_region: "r" } }] };
  expect(await infer(region)).toMatchObject({
    status: 501,
    text: expect.stringContaining("Start the server with '--allow-client-shm=true' to enable."),
  });
});

test.each([
  [{ priority: -1 }, "Unable to parse 'priority': attempt to access JSON non-unsigned-integer"],
  [{ timeout: "1" }, "Unable to parse 'timeout'"],
  [{ sequence_start: 1 }, "Unable to parse 'sequence_start': attempt to access JSON non-boolean"],
  [{ sequence_id: 1.5 }, "Unable to parse 'sequence_id'"],
  [{ binary_data_output: 1 }, "Unable to parse 'binary_data_output'"],
  [{ x: [] }, "parameter 'x' has invalid type. It should be either 'int', 'bool', or 'string'."],
])("[PROTO-15] the parameter %j is rejected", async (parameters, words) => {
  const response = await infer({ inputs: [{ ...FP32, data: [0, 1] }], parameters });
  expect(response.status).toBe(400);
  expect(JSON.parse(response.text).error).toContain(words);
});

test("[PROTO-16] JSON accepts and returns NaN and infinity", async () => {
  const send = (data: string, datatype = "FP32") =>
    post(
      "/v2/models/echo/infer",
      Buffer.from(
        `{"id":"NaN, \\"Inf","inputs":[{"name":"INPUT0","datatype":"${datatype}","shape":[4],"data":[${data}]}]}`,
      ),
    );
  const response = await send("NaN, Infinity,-Inf,1.5");
  expect(response.status).toBe(200);
  expect(response.text).toContain('"data":[NaN,Infinity,-Infinity,1.5]');
  expect(response.text).toContain('"id":"NaN, \\"Inf"');
  for (const data of ["NaN,1,2,3,", "Nano,1,2,3", "nan,1,2,3", "+Inf,1,2,3"]) {
    const refused = await send(data);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("failed to parse the request JSON buffer");
  }
  const whole = await send("NaN,1,2,3", "INT32");
  expect(whole.status).toBe(400);
  expect(whole.text).toContain("NaN in input 'INPUT0' is no INT32 value");
});

test("[PROTO-17] rejects unknown models, paths and methods", async () => {
  const unknown = await post("/v2/models/nosuch/infer", { inputs: [] });
  expect(unknown).toMatchObject({
    status: 404,
    type: "text/plain",
    text: `{"error":"Request for unknown model: 'nosuch' is not found"}`,
  });
  expect(await post("/v2/models/nosuch/infer", "{")).toMatchObject({ status: 404 });
  expect(await post("/v2/models/echo/versions/x/infer", {})).toMatchObject({
    status: 404,
    text: '{"error":"Not Found"}',
  });
  expect((await fetch(`${base}/v2/models/echo/infer`)).status).toBe(405);
  expect((await fetch(`${base}/v2/models/%ff`)).status).toBe(400);
});

test("[PROTO-18] a body over 64 MiB is rejected before it is read", async () => {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const outgoing = httpRequest(`${base}/v2/models/echo/infer`, {
    method: "POST",
    headers: { "Content-Length": 64 * 1024 * 1024 + 1 },
  });
  outgoing.on("response", (response) => resolve(response.statusCode)).on("error", () => {});
  outgoing.flushHeaders();
  expect(await promise).toBe(413);
  outgoing.destroy();
});

test("[PROTO-19] a client that disconnects aborts its request", async () => {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  engine.respond = (request) => {
    request.signal?.addEventListener("abort", () => resolve());
    client.destroy();
    return new Promise(() => {});
  };
  const client = connect(server.port, "127.0.0.1");
  const body = JSON.stringify({ inputs: [{ ...FP32, data: [0, 1] }] });
  client.write(
    `POST /v2/models/echo/infer HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect(aborted).resolves.toBeUndefined();
});

test("[PROTO-20] health, metadata, configuration, statistics and the repository", async () => {
  const get = async (path: string) => {
    const response = await fetch(base + path);
    const text = await response.text();
    return [response.status, response.headers.get("content-type"), text] as const;
  };
  expect(await get("/v2/health/live")).toEqual([200, "text/plain", ""]);
  engine.isReady = false;
  expect(await get("/v2/health/ready")).toEqual([400, "text/plain", ""]);
  expect(await get("/v2/models/echo/ready")).toEqual([200, "text/plain", ""]);
  expect(await get("/v2/models/nosuch/ready")).toEqual([
    400,
    "text/plain",
    '{"error":"Model version not ready"}',
  ]);
  expect((await get("/v2"))[2]).toBe(
    '{"name":"triton","version":"0.1.0","extensions":["statistics"]}',
  );
  expect(JSON.parse((await get("/v2/models/echo/versions/1"))[2])).toMatchObject({ name: "echo" });
  expect(JSON.parse((await get("/v2/models/echo/config"))[2])).toMatchObject({ max_batch_size: 8 });
  const stats = JSON.parse((await get("/v2/models/stats"))[2]).model_stats[0];
  expect(Object.keys(stats).slice(-3)).toEqual(["response_stats", "batch_stats", "memory_usage"]);
  expect(JSON.parse((await post("/v2/repository/index", { ready: true })).text)).toHaveLength(1);
  expect(JSON.parse((await post("/v2/repository/index", "")).text)).toHaveLength(2);
});

test("[PROTO-21] load and unload calls pass on their parameters", async () => {
  const load = "/v2/repository/models/echo/load";
  expect(await post(load, { parameters: { config: "{}" } })).toMatchObject({
    status: 200,
    text: "",
  });
  expect(
    (await post("/v2/repository/models/echo/unload", { parameters: { unload_dependents: true } }))
      .status,
  ).toBe(200);
  expect(engine.calls).toEqual([
    ["load", "echo", { config: "{}" }],
    ["unload", "echo", true],
  ]);
  expect((await post(load, { parameters: { nosuch: 1 } })).status).toBe(400);
});

test("[PROTO-21] files of a load call are base64", async () => {
  const load = "/v2/repository/models/echo/load";
  const parameters = { config: "{}", "file:1/model.onnx": "AAEC", "file:labels.txt": "" };
  expect(await post(load, { parameters })).toMatchObject({ status: 200 });
  const files = new Map([
    ["1/model.onnx", Buffer.from([0, 1, 2])],
    ["labels.txt", Buffer.alloc(0)],
  ]);
  expect(engine.calls).toEqual([["load", "echo", { config: "{}", files }]]);
});

test.each([
  [{ "file:1/model.onnx": "AA==" }, "needs the load parameter 'config'"],
  [{ config: "{}", "file:../x": "AA==" }, "must name a file within the model's directory"],
  [{ config: "{}", "file:/etc/x": "AA==" }, "must name a file within"],
  [{ config: "{}", "file:1/./x": "AA==" }, "must name a file within"],
  [{ config: "{}", "file:1\\..\\x": "AA==" }, "must name a file within"],
  [{ config: "{}", "file:C:x": "AA==" }, "must name a file within"],
  [{ config: "{}", "file:": "AA==" }, "must name a file within"],
  [{ config: "{}", "file:1/x": "!" }, "base64 in JSON"],
  [{ config: "{}", "file:1/x": 1 }, "base64 in JSON"],
  [{ config: 1 }, "'config' must be a string"],
])("[PROTO-21] the load parameters %j are rejected", async (parameters, words) => {
  const response = await post("/v2/repository/models/echo/load", { parameters });
  expect(response.status).toBe(400);
  expect(JSON.parse(response.text).error).toContain(words);
  expect(engine.calls).toEqual([]);
});

test("[PROTO-22] closing lets an active request finish and rejects new connections", async () => {
  const own = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${own.port}/v2/models/echo/infer`;
  const { entered, release } = engine.holdResponses();
  const underWay = fetch(url, { method: "POST", body: JSON.stringify({ inputs: [] }) });
  await entered;
  const closed = own.close();
  await expect(fetch(url, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
  release();
  expect((await underWay).status).toBe(200);
  await closed;
});

test("[PROTO-23] a port that is in use is rejected", async () => {
  await expect(serveHttp([], { host: "127.0.0.1", port: server.port })).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: expect.stringContaining("EADDRINUSE"),
  });
});
