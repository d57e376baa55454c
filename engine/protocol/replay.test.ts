// Replays exchanges recorded from Triton 2.64.0 through the real servers and the real engine.
import { readFileSync, rmSync } from "node:fs";
import { Client, credentials, type ServiceError, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inference, WireReader } from "../../assets/proto/index.ts";
import { createEngine } from "../engine.ts";
import type { Engine } from "../types.ts";
import { serveEngineGrpc } from "./grpc/server.ts";
import type { GrpcServer } from "./grpc/wire.ts";
import { engineRoutes } from "./http/routes.ts";
import { type HttpServer, serveHttp } from "./http/server.ts";
import { recordedRepository } from "./testing/recorded-repository.ts";

interface Exchange {
  name: string;
  method: string;
  path: string;
  body: unknown;
  status: number;
  content_type: string;
  response: Record<string, unknown>;
}

interface Call {
  name: string;
  method: string;
  request: Record<string, unknown>;
  response?: Record<string, unknown>;
  code: string;
  details?: string;
}

function recorded<Entry extends { name: string }>(file: string): Entry[] {
  const url = new URL(`./fixtures/${file}.json`, import.meta.url);
  return (JSON.parse(readFileSync(url, "utf8")) as { exchanges: Entry[] }).exchanges;
}

/** Of the recorded repository; the others are loaded, or not, by the exchanges. */
const LOADED = ["id_plain", "id_nobatch", "id_string", "id_cached", "mlp_auto"];

let repository: string;
let engine: Engine;
let http: HttpServer;
let rpc: GrpcServer;
let client: Client;

beforeAll(async () => {
  repository = recordedRepository();
  engine = await createEngine({
    modelRepository: repository,
    modelControlMode: "explicit",
    loadModels: LOADED,
    cacheBytes: 1 << 20,
  });
  http = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
  rpc = await serveEngineGrpc(engine, { host: "127.0.0.1", port: 0 });
  client = new Client(`127.0.0.1:${rpc.port}`, credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  await Promise.all([http.close(AbortSignal.abort()), rpc.close(AbortSignal.abort())]);
  await engine.close();
  rmSync(repository, { recursive: true, force: true });
});

/** Differences that SPEC.md lists. */
const BETTER: Record<string, { status: number; words?: string }> = {
  "missing inputs key": { status: 400 },
  "too many elements": { status: 400 },
  "negative dim": { status: 400 },
  "malformed json": { status: 400, words: "failed to parse the request JSON buffer: " },
};

const exchanges = recorded<Exchange>("inference").filter(
  // Ensembles come later; binary exchanges are no text and are tested in http.test.ts.
  ({ name }) => name !== "ensemble ok" && !name.startsWith("binary"),
);

test.each(exchanges.map((exchange) => [exchange.name, exchange] as const))(
  "HTTP: %s",
  async (name, exchange) => {
    const answer = await fetch(`http://127.0.0.1:${http.port}${exchange.path}`, {
      method: exchange.method,
      ...(exchange.method === "POST" && {
        body: typeof exchange.body === "string" ? exchange.body : JSON.stringify(exchange.body),
      }),
    });
    const better = BETTER[name];
    expect(answer.status).toBe(better?.status ?? exchange.status);
    expect(answer.headers.get("content-type")).toBe(exchange.content_type);
    const response = JSON.parse(await answer.text()) as typeof exchange.response;
    if (better?.words) expect(response["error"]).toContain(better.words);
    else if (name.startsWith("mlp") && answer.status === 200) {
      expect(withoutData(response)).toEqual(withoutData(exchange.response));
    } else {
      expect(response).toEqual(exchange.response);
      expect(Object.keys(response)).toEqual(Object.keys(exchange.response));
    }
  },
);

/** Our model has other weights than the recorded one. */
function withoutData(response: Record<string, unknown>): unknown {
  const outputs = response["outputs"] as Record<string, unknown>[];
  return { ...response, outputs: outputs.map(({ data, ...output }) => output) };
}

const MESSAGES = {
  ServerLive: [inference.ServerLiveRequest, inference.ServerLiveResponse],
  ModelMetadata: [inference.ModelMetadataRequest, inference.ModelMetadataResponse],
  ModelConfig: [inference.ModelConfigRequest, inference.ModelConfigResponse],
  ModelReady: [inference.ModelReadyRequest, inference.ModelReadyResponse],
  ModelInfer: [inference.ModelInferRequest, inference.ModelInferResponse],
  RepositoryModelLoad: [
    inference.RepositoryModelLoadRequest,
    inference.RepositoryModelLoadResponse,
  ],
  RepositoryModelUnload: [
    inference.RepositoryModelUnloadRequest,
    inference.RepositoryModelUnloadResponse,
  ],
} as const;

/** Ensembles come later; a BYTES length that lies is refused here. */
const SKIPPED = /ens|deadline|load bad|bad length/;

/** Other weights give other numbers, and the recorded miss was a hit, which carries no parameters. */
const ONLY_OUTPUTS = ["infer classification", "infer cached miss"];

const calls = recorded<Call>("grpc").filter(
  ({ name, method }) => method in MESSAGES && !SKIPPED.test(name),
);

test.each(calls.map((call) => [call.name, call] as const))("gRPC: %s", async (name, call) => {
  const [request, response] = MESSAGES[call.method as keyof typeof MESSAGES];
  const message = request.fromObject(call.request);
  const result = await new Promise<unknown>((resolve) => {
    client.makeUnaryRequest(
      `/inference.GRPCInferenceService/${call.method}`,
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes: Buffer) => response.decode(new WireReader(bytes)),
      (request.encode as (message: unknown) => { finish(): Uint8Array })(message).finish(),
      (error: ServiceError | null, value) => resolve(error ?? value),
    );
  });
  if (call.code !== "OK") {
    expect(result).toMatchObject({
      code: status[call.code as keyof typeof status],
      // The engine adds why.
      details: expect.stringContaining(call.details ?? ""),
    });
    return;
  }
  const expected = response.fromObject(call.response ?? {});
  const plain = (value: unknown) =>
    (response.toObject as (message: unknown, options: object) => Record<string, unknown>)(value, {
      longs: Number,
      enums: String,
      bytes: String,
    });
  if (ONLY_OUTPUTS.includes(name)) {
    expect(plain(result)["outputs"]).toEqual(plain(expected)["outputs"]);
  } else expect(plain(result)).toEqual(plain(expected));
});

test("gRPC: a deadline of 50 ms on a model that takes 200 ms", async () => {
  await engine.loadModel("id_slow", {});
  const message = inference.ModelInferRequest.encode({
    model_name: "id_slow",
    inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 1] }],
    raw_input_contents: [new Uint8Array(4)],
  }).finish();
  const error = await new Promise<ServiceError | null>((resolve) => {
    client.makeUnaryRequest(
      "/inference.GRPCInferenceService/ModelInfer",
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes: Buffer) => bytes,
      message,
      { deadline: Date.now() + 50 } as never,
      (failure: ServiceError | null) => resolve(failure),
    );
  });
  expect(error?.code).toBe(status.DEADLINE_EXCEEDED);
});
