// HTTP in front of the real engine: streams, override files and traces.
import { afterAll, beforeAll, expect, test } from "vitest";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { scaleModel } from "../../testing/onnx-model.ts";
import type { Engine } from "../../types.ts";
import { engineRoutes } from "./routes.ts";
import { type HttpServer, serveHttp } from "./server.ts";

let fixture: EngineFixture;
let engine: Engine;
let server: HttpServer;

beforeAll(async () => {
  fixture = await EngineFixture.create();
  await fixture.repository.repeat("words", "STRING");
  await fixture.repository.identity("same", "max_batch_size: 4");
  await fixture.repository.identity(
    "long",
    `input [ { name: "INPUT0" data_type: TYPE_INT64 dims: [ -1 ] } ]
     output [ { name: "OUTPUT0" data_type: TYPE_INT64 dims: [ -1 ] } ]`,
  );
  await fixture.repository.identity(
    "received",
    "max_batch_size: 4 sequence_batching { max_sequence_idle_microseconds: 600000000 }",
  );
  engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["*"] });
  server = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close(AbortSignal.abort());
  await fixture[Symbol.asyncDispose]();
});

async function post(path: string, body: unknown) {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const words = (...texts: string[]) => ({ IN: texts, DELAY: texts.map(() => 1), WAIT: 0 });

test("[PROTO-105] a decoupled model's responses are the events of a stream", async () => {
  const { status, text } = await post("/v2/models/words/generate_stream", words("one", "two"));
  expect(status).toBe(200);
  expect(text).toBe(
    ["one", "two"]
      .map(
        (word, i) =>
          `data: {"IDX":${i},"OUT":"${word}","model_name":"words","model_version":"1"}\n\n`,
      )
      .join(""),
  );
});

test("[PROTO-105] generate accepts exactly one response from a decoupled model", async () => {
  expect(await post("/v2/models/words/generate", words("one"))).toEqual({
    status: 200,
    text: '{"IDX":0,"OUT":"one","model_name":"words","model_version":"1"}',
  });
  expect((await post("/v2/models/words/generate", words("one", "two"))).status).toBe(400);
});

test("[PROTO-11] generate keeps full precision of 64-bit integers", async () => {
  const { text } = await post("/v2/models/long/generate", '{"INPUT0":[9007199254740993,1]}');
  expect(text).toContain('"OUTPUT0":[9007199254740993,1]');
});

test("[PROTO-11] [SEQ-1] accepts 64-bit sequence ids", async () => {
  const ask = (id: string, start: boolean) =>
    post(
      "/v2/models/received/infer",
      `{"parameters":{"sequence_id":${id},"sequence_start":${start}},
        "inputs":[{"name":"INPUT0","datatype":"FP32","shape":[1,1],"data":[1]}]}`,
    );
  expect((await ask("18446744073709551615", true)).status).toBe(200);
  expect((await ask("18446744073709551615", false)).status).toBe(200);
  expect((await ask("18446744073709551614", false)).text).toContain("must specify the START flag");
});

test("[PROTO-110] infer rejects a decoupled model", async () => {
  const inputs = [
    { name: "IN", datatype: "BYTES", shape: [1], data: ["one"] },
    { name: "DELAY", datatype: "UINT32", shape: [1], data: [0] },
    { name: "WAIT", datatype: "UINT32", shape: [1], data: [0] },
  ];
  expect(await post("/v2/models/words/infer", { inputs })).toEqual({
    status: 501,
    text: `{"error":"HTTP end point doesn't support models with decoupled transaction policy"}`,
  });
});

test("[PROTO-21] a model is loaded from the files of the call", async () => {
  const parameters = {
    config: '{"backend":"onnxruntime","max_batch_size":4}',
    "file:1/model.onnx": Buffer.from(scaleModel(3)).toString("base64"),
  };
  const load = await post("/v2/repository/models/sent/load", { parameters });
  expect(load).toEqual({ status: 200, text: "" });
  const inputs = [{ name: "x", datatype: "FP32", shape: [1, 2], data: [1, 2] }];
  const { text } = await post("/v2/models/sent/infer", { inputs });
  expect(JSON.parse(text)).toMatchObject({ outputs: [{ name: "y", data: [3, 6] }] });
});

test("[PROTO-106] [PROTO-108] a requested trace covers a request from arrival to response", async () => {
  const setting = "/v2/models/same/trace/setting";
  const set = await post(setting, { trace_level: ["TIMESTAMPS"], trace_rate: "1" });
  expect(JSON.parse(set.text)).toMatchObject({ trace_level: ["TIMESTAMPS"], trace_rate: "1" });
  const inputs = [{ name: "INPUT0", datatype: "FP32", shape: [1, 1], data: [1] }];
  expect((await post("/v2/models/same/infer", { id: "t-1", inputs })).status).toBe(200);
  await expect.poll(() => engine.traces(0)).toHaveLength(1);
  const [trace] = engine.traces(0);
  expect(trace).toMatchObject({ modelName: "same", requestId: "t-1" });
  const points = trace?.stamps.map(({ point }) => point) ?? [];
  expect([points[0], points.at(-1)]).toEqual(["RECEIVED", "SENT"]);
  expect((await post(setting, { trace_rate: "x" })).status).toBe(400);
});
