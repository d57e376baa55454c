import type { CancelSignal } from "../../../base/cancellation.ts";
import {
  Client,
  type ClientDuplexStream,
  credentials,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { batchdeck, grpc, inference, WireReader } from "../../../assets/proto/index.ts";
import type { BatchEvent, Respond, TracePoint } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { EchoEngine } from "../testing/echo-engine.ts";
import { serveGrpcJs } from "../testing/grpc-js-server.ts";
import { serveHttp2 } from "./http2/http2-server.ts";
import { serveEngineGrpc } from "./server.ts";
import type { GrpcServer } from "./wire.ts";

const SERVICE = "/inference.GRPCInferenceService";
const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
const INPUT = { name: "INPUT0", datatype: "FP32", shape: [1, 2] };

interface Decoder<Message> {
  decode(reader: WireReader): Message;
}

describe.each([
  ["our wire", serveHttp2],
  ["grpc-js", serveGrpcJs],
])("streams on %s", (_, serve) => {
  let engine: EchoEngine;
  let server: GrpcServer;
  let client: Client;

  beforeEach(async () => {
    engine = new EchoEngine();
    server = await serveEngineGrpc(engine, { host: "127.0.0.1", port: 0 }, { serve });
    client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
      "grpc.max_receive_message_length": -1,
    });
  });
  afterEach(async () => {
    client.close();
    await server.close(AbortSignal.abort());
  });

  function open<Response>(path: string, response: Decoder<Response>) {
    const call: ClientDuplexStream<Uint8Array, Response> = client.makeBidiStreamRequest(
      path,
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes: Buffer) => response.decode(new WireReader(bytes)),
    );
    const responses: Response[] = [];
    const waiting: (() => void)[] = [];
    call.on("data", (message: Response) => {
      responses.push(message);
      for (const wake of waiting.splice(0)) wake();
    });
    const ended = new Promise<ServiceError | undefined>((resolve) => {
      call.on("error", (error: ServiceError) => resolve(error));
      call.on("end", () => resolve(undefined));
    });
    const received = async (count: number) => {
      while (responses.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return responses;
    };
    return { call, ended, received, responses };
  }

  const inferStream = () => open(`${SERVICE}/ModelStreamInfer`, inference.ModelStreamInferResponse);
  const request = (message: inference.ModelInferRequest.$Properties) =>
    inference.ModelInferRequest.encode({
      model_name: "echo",
      inputs: [INPUT],
      raw_input_contents: [floats(1, 2)],
      ...message,
    }).finish();
  const response = (id: string) => ({
    modelName: "echo",
    modelVersion: "1",
    id,
    parameters: {},
    outputs: [],
  });
  const decoupled = () => {
    const config = engine.modelConfig("echo");
    engine.modelConfig = () => ({ ...config, model_transaction_policy: { decoupled: true } });
  };
  const finals = (responses: inference.ModelStreamInferResponse[]) =>
    responses.map(({ infer_response: response }) => [
      response?.id,
      response?.parameters?.["triton_final_response"]?.bool_param,
    ]);

  test("[PROTO-60] each request is answered, in order", async () => {
    const releases: (() => void)[] = [];
    engine.respond = ({ id }) =>
      new Promise((resolve) => releases.push(() => resolve(response(id))));
    const { call, ended, responses } = inferStream();
    for (const id of ["a", "b", "c"]) call.write(request({ id }));
    call.end();
    while (releases.length < 3) await new Promise(setImmediate);
    for (const release of releases.toReversed()) release();
    expect(await ended).toBeUndefined();
    expect(finals(responses)).toEqual([
      ["a", true],
      ["b", true],
      ["c", true],
    ]);
  });

  test("[PROTO-61] a decoupled model's responses interleave; the last has the final flag", async () => {
    decoupled();
    const streams = new Map<string, Respond>();
    engine.inferStream = ({ id }, respond) => {
      streams.set(id, respond);
      return new Promise(() => {});
    };
    const { call, received } = inferStream();
    call.write(request({ id: "a" }));
    call.write(request({ id: "b" }));
    while (streams.size < 2) await new Promise(setImmediate);
    streams.get("b")?.(response("b"), false);
    streams.get("a")?.(response("a"), true);
    streams.get("b")?.(response("b"), true);
    expect(finals(await received(3))).toEqual([
      ["b", false],
      ["a", true],
      ["b", true],
    ]);
    call.cancel();
  });

  test("[PROTO-62] an empty final response is sent only if requested", async () => {
    decoupled();
    engine.responses = 0;
    const { call, ended, responses } = inferStream();
    call.write(request({ id: "without" }));
    const parameters = { triton_enable_empty_final_response: { bool_param: true } };
    call.write(request({ id: "with", parameters }));
    call.end();
    await ended;
    expect(finals(responses)).toEqual([["with", true]]);
    expect(responses[0]?.infer_response).toMatchObject({ model_name: "echo" });
  });

  test("[PROTO-63] an error is a response with the request's id, and the stream continues", async () => {
    const { call, ended, responses } = inferStream();
    call.write(request({ id: "bad", model_name: "nosuch" }));
    call.write(request({ id: "good" }));
    call.end();
    expect(await ended).toBeUndefined();
    expect(responses).toMatchObject([
      {
        error_message: "Request for unknown model: 'nosuch' is not found",
        infer_response: { id: "bad" },
      },
      { error_message: "", infer_response: { id: "good" } },
    ]);
  });

  test("[PROTO-63] an accepted request that fails ends with the final flag", async () => {
    engine.respond = () => {
      throw new StatusError("INTERNAL", "the model broke");
    };
    const { call, ended, responses } = inferStream();
    call.write(request({ id: "a" }));
    call.end();
    expect(await ended).toBeUndefined();
    expect(responses[0]).toMatchObject({
      error_message: "the model broke",
      infer_response: { id: "a", model_name: "echo" },
    });
    expect(finals(responses)).toEqual([["a", true]]);
  });

  test("[PROTO-64] cancelling a stream aborts its requests", async () => {
    const signals: (CancelSignal | undefined)[] = [];
    engine.respond = ({ signal }) => {
      signals.push(signal);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(new StatusError("CANCELLED", "gone"))),
      );
    };
    const { call, ended } = inferStream();
    call.write(request({ id: "a" }));
    call.write(request({ id: "b" }));
    while (signals.length < 2) await new Promise(setImmediate);
    call.cancel();
    expect((await ended)?.code).toBe(status.CANCELLED);
    while (signals.some((signal) => !signal?.aborted)) await new Promise(setImmediate);
  });

  test("[PROTO-65] a stream whose client doesn't read ends before its responses fill the memory", async () => {
    decoupled();
    const data = new Uint8Array(1 << 20);
    const output = { name: "OUTPUT0", datatype: "UINT8" as const, shape: [data.length], data };
    const made = Promise.withResolvers<void>();
    let signal: CancelSignal | undefined;
    engine.inferStream = async (of, respond) => {
      ({ signal } = of);
      for (let i = 0; i < 100; i++) respond({ ...response(of.id), outputs: [output] }, false);
      made.resolve();
    };
    const { call, ended } = inferStream();
    call.pause();
    call.write(request({ id: "a" }));
    await made.promise;
    while (!signal?.aborted) await new Promise((resolve) => setTimeout(resolve, 5));
    call.resume();
    expect((await ended)?.code).toBe(status.RESOURCE_EXHAUSTED);
  });

  const large = (mib: number) => {
    const data = new Uint8Array(mib << 20);
    return { name: "OUTPUT0", datatype: "UINT8" as const, shape: [data.length], data };
  };

  test("[PROTO-65] a response may be larger than the limit of unsent bytes", async () => {
    decoupled();
    const output = large(65);
    engine.inferStream = async (of, respond) => {
      respond({ ...response(of.id), outputs: [output] }, true);
    };
    const { call, ended, responses } = inferStream();
    call.write(request({ id: "a" }));
    call.end();
    expect(await ended).toBeUndefined();
    expect(responses[0]?.infer_response?.raw_output_contents?.[0]?.length).toBe(65 << 20);
  });

  test("[PROTO-64] a slow reader gets every large response, because its next requests wait", async () => {
    const output = large(8);
    engine.respond = async ({ id }) => ({ ...response(id), outputs: [output] });
    const { call, ended } = inferStream();
    const ids: (string | undefined)[] = [];
    call.removeAllListeners("data");
    call.on("data", ({ infer_response: response }) => ids.push(response?.id));
    call.pause();
    const all = Array.from({ length: 40 }, (_unused, i) => String(i));
    for (const id of all) call.write(request({ id }));
    call.end();
    while (engine.requests.length < 8) await new Promise(setImmediate);
    call.resume();
    expect(await ended).toBeUndefined();
    expect(ids).toEqual(all);
  });

  test("[PROTO-69] a traced request is stamped on arrival and when its response is sent", async () => {
    const points: TracePoint[] = [];
    const trace = {
      stamp: (point: TracePoint) => void points.push(point),
      served: () => {},
      failed: () => {},
      child: () => trace,
    };
    engine.startTrace = () => trace;
    const { call, ended } = inferStream();
    call.write(request({ id: "a" }));
    call.end();
    await ended;
    expect(points).toEqual(["RECEIVED", "SENT"]);
    expect(engine.requests[0]?.trace).toBe(trace);
  });

  test("[PROTO-70] closing the server ends a stream after answering the accepted requests", async () => {
    const { entered, release } = engine.holdResponses();
    const stream = inferStream();
    const { HealthCheckRequest, HealthCheckResponse } = grpc.health.v1;
    const watch = open("/grpc.health.v1.Health/Watch", HealthCheckResponse);
    watch.call.write(HealthCheckRequest.encode({}).finish());
    await watch.received(1);
    stream.call.write(request({ id: "a" }));
    await entered;
    const closed = server.close();
    release();
    expect(await stream.ended).toMatchObject({ code: status.UNAVAILABLE });
    expect(finals(stream.responses)).toEqual([["a", true]]);
    expect((await watch.ended)?.code).toBe(status.UNAVAILABLE);
    await closed;
  });

  test("[PROTO-41] a client can watch the server's health", async () => {
    const { HealthCheckRequest, HealthCheckResponse } = grpc.health.v1;
    const { call, received } = open("/grpc.health.v1.Health/Watch", HealthCheckResponse);
    call.write(HealthCheckRequest.encode({}).finish());
    await received(1);
    engine.isReady = false;
    expect((await received(2)).map((message) => message.status)).toEqual([1, 2]);
    call.on("error", () => {});
    call.cancel();
  });

  test("[PROTO-71] batches arrive in order with dropped ones counted, and the listener is removed with the client", async () => {
    const { BatchesRequest, BatchesResponse } = batchdeck.telemetry.v1;
    const { call, received } = open("/batchdeck.telemetry.v1.Telemetry/Batches", BatchesResponse);
    call.write(BatchesRequest.encode({ model: "echo" }).finish());
    while (engine.listeners.size === 0) await new Promise(setImmediate);
    const event = (atNs: number, model = "echo"): BatchEvent => ({
      model,
      version: "1",
      instance: "echo_0",
      atNs,
      requests: 2,
      items: 3,
      reason: "preferred",
      oldestWaitNs: 20,
      meanWaitNs: 10,
      computeInputNs: 1,
      computeInferNs: 2,
      computeOutputNs: 3,
      failed: false,
      onServingThread: true,
    });
    for (const listen of engine.listeners) {
      listen(event(0, "other"));
      for (let atNs = 1; atNs <= 5000; atNs++) listen(event(atNs));
    }
    const [{ batches, dropped } = new BatchesResponse()] = await received(1);
    expect(dropped).toBe(5000 - 4096);
    expect(batches?.map((batch) => batch.at_ns)).toEqual(
      Array.from({ length: 4096 }, (_unused, i) => 905 + i),
    );
    expect(batches?.[0]).toMatchObject({
      reason: 2,
      items: 3,
      oldest_wait_ns: 20,
      on_serving_thread: true,
    });
    call.on("error", () => {});
    call.cancel();
    while (engine.listeners.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  });
});
