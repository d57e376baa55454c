import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import type { InferResponse, RequestTrace } from "../../types.ts";
import { echoServer } from "../testing/echo-server.ts";
import { StatusError } from "../../../base/status-error.ts";

const server = echoServer();
const GENERATE = "/v2/models/echo/generate";
const STREAM = "/v2/models/echo/generate_stream";

test("[PROTO-105] members named like inputs are tensors, all others parameters", async () => {
  const response = await server.post(GENERATE, {
    id: "g-1",
    INPUT0: [1, 2, 3],
    temperature: 1,
    parameters: { stop: "x", echo: true },
  });
  expect(response).toMatchObject({
    status: 200,
    type: "application/json",
    text: '{"INPUT0":[1,2,3],"id":"g-1","model_name":"echo","model_version":"1"}',
  });
  const [request] = server.engine.requests;
  expect(request).toMatchObject({
    id: "g-1",
    parameters: { temperature: 1, stop: "x", echo: true },
    client: { address: "127.0.0.1" },
  });
  expect(request?.inputs[0]).toMatchObject({ name: "INPUT0", shape: [1, 3] });
});

test("[PROTO-105] single elements need no array, in requests and responses", async () => {
  const { text } = await server.post(GENERATE, { INPUT0: 7 });
  expect(text).toBe('{"INPUT0":7,"model_name":"echo","model_version":"1"}');
});

test("[PROTO-105] generate requires exactly one response", async () => {
  for (const responses of [0, 2]) {
    server.engine.responses = responses;
    const { status, text } = await server.post(GENERATE, { INPUT0: 7 });
    expect(status).toBe(400);
    expect(text).toContain("generate expects model to produce exactly 1 response");
  }
});

test("[PROTO-105] a stream sends an event for each response", async () => {
  server.engine.responses = 3;
  const response = await server.post(STREAM, { INPUT0: 7 });
  expect(response).toMatchObject({ status: 200, type: "text/event-stream; charset=utf-8" });
  expect(response.text).toBe(
    'data: {"INPUT0":7,"model_name":"echo","model_version":"1"}\n\n'.repeat(3),
  );
});

test("[PROTO-105] an error is an ordinary response before the first event, and an event later", async () => {
  const early = await server.post(STREAM, { INPUT0: 7, parameters: 1 });
  expect(early).toMatchObject({
    status: 400,
    type: "application/json",
    text: `{"error":"Expected JSON object for keyword: 'parameters'"}`,
  });
  server.engine.responses = 2;
  server.engine.respond = (request): InferResponse => {
    if (server.engine.requests.length > 1) throw new StatusError("INTERNAL", "broke");
    return { modelName: "echo", modelVersion: "1", id: request.id, parameters: {}, outputs: [] };
  };
  const late = await server.post(STREAM, { INPUT0: 7 });
  expect(late.status).toBe(200);
  expect(late.text).toBe(
    'data: {"model_name":"echo","model_version":"1"}\n\ndata: {"error":"broke"}\n\n',
  );
});

test.each([
  [{ INPUT0: "one" }, 400, "is no FP32 value"],
  [{ INPUT0: [[1], [2, 3]] }, 400, "Shape does not match"],
  [{ INPUT0: 1, extra: [1] }, 400, "parameter 'extra' has invalid type"],
  [{ INPUT0: 1, id: 3 }, 400, "Unable to parse 'id'"],
  [[], 400, "expected an object"],
])("[PROTO-105] %j is answered with %d", async (body, status, words) => {
  const response = await server.post(GENERATE, body);
  expect(response.status).toBe(status);
  expect(response.text).toContain(words);
});

test("[PROTO-105] rejects unknown models and compressed bodies", async () => {
  expect(await server.post("/v2/models/nosuch/generate", {})).toMatchObject({ status: 404 });
  expect(await server.post(GENERATE, "{}", { "Content-Encoding": "gzip" })).toMatchObject({
    status: 400,
    text: `{"error":"Unsupported content-encoding, only 'identity' is supported."}`,
  });
});

test("[PROTO-105] a client that leaves its stream cancels the request", async () => {
  const aborted = Promise.withResolvers<void>();
  server.engine.inferStream = (request, respond) =>
    new Promise((_, reject) => {
      const outputs: InferResponse["outputs"] = [];
      respond({ modelName: "echo", modelVersion: "1", id: "", parameters: {}, outputs }, false);
      request.signal?.addEventListener("abort", () => {
        aborted.resolve();
        reject(new StatusError("CANCELLED", "gone"));
      });
    });
  const client = connect(server.port, "127.0.0.1");
  client.write(`POST ${STREAM} HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{"INPUT0":1}`);
  await once(client, "data");
  client.destroy();
  await expect(aborted.promise).resolves.toBeUndefined();
});

test("[PROTO-108] a sampled request is stamped when it is received and when its response is sent", async () => {
  for (const path of ["/v2/models/echo/infer", GENERATE, STREAM]) {
    const sent = Promise.withResolvers<void>();
    const points: string[] = [];
    server.engine.startTrace = () =>
      ({
        stamp(point) {
          points.push(point);
          if (point === "SENT") sent.resolve();
        },
      }) satisfies Pick<RequestTrace, "stamp"> as unknown as RequestTrace;
    await server.post(path, path.endsWith("infer") ? { inputs: [] } : { INPUT0: 1 });
    await sent.promise;
    expect(points).toEqual(["RECEIVED", "SENT"]);
  }
});
