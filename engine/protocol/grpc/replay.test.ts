// Replays gRPC calls recorded from Triton 2.64.0 against the real server and the real engine.
import { Client, credentials, type ServiceError, status } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inference, WireReader } from "../../../assets/proto/index.ts";
import { type RecordedServer, recorded, recordedServer } from "../testing/recorded-server.ts";

interface Call {
  name: string;
  method: string;
  request: Record<string, unknown>;
  response?: Record<string, unknown>;
  code: string;
  details?: string;
}

const MESSAGES = {
  ServerLive: [inference.ServerLiveRequest, inference.ServerLiveResponse],
  ServerReady: [inference.ServerReadyRequest, inference.ServerReadyResponse],
  ModelMetadata: [inference.ModelMetadataRequest, inference.ModelMetadataResponse],
  ModelConfig: [inference.ModelConfigRequest, inference.ModelConfigResponse],
  ModelReady: [inference.ModelReadyRequest, inference.ModelReadyResponse],
  ModelInfer: [inference.ModelInferRequest, inference.ModelInferResponse],
  RepositoryModelLoad: [
    inference.RepositoryModelLoadRequest,
    inference.RepositoryModelLoadResponse,
  ],
  LogSettings: [inference.LogSettingsRequest, inference.LogSettingsResponse],
  SystemSharedMemoryStatus: [
    inference.SystemSharedMemoryStatusRequest,
    inference.SystemSharedMemoryStatusResponse,
  ],
  CudaSharedMemoryStatus: [
    inference.CudaSharedMemoryStatusRequest,
    inference.CudaSharedMemoryStatusResponse,
  ],
  RepositoryModelUnload: [
    inference.RepositoryModelUnloadRequest,
    inference.RepositoryModelUnloadResponse,
  ],
} as const;

interface Codec {
  fromObject(object: object): object;
  toObject(message: object, options: object): Record<string, unknown>;
  encode(message: object): { finish(): Uint8Array };
  decode(reader: WireReader): object;
}

let server: RecordedServer;
let client: Client;

beforeAll(async () => {
  server = await recordedServer([]);
  client = new Client(server.grpc, credentials.createInsecure());
});
afterAll(async () => {
  client.close();
  await server.close();
});

/** The response as plain JSON, or the error. */
function send({ method, request }: Call, deadline = Number.POSITIVE_INFINITY): Promise<object> {
  const [requests, responses] = MESSAGES[method as keyof typeof MESSAGES] as unknown as Codec[];
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      `/inference.GRPCInferenceService/${method}`,
      (message: object) => Buffer.from(requests?.encode(message).finish() ?? []),
      (bytes: Buffer) =>
        plain(responses as Codec, (responses as Codec).decode(new WireReader(bytes))),
      requests?.fromObject(request) ?? {},
      { deadline },
      (error: ServiceError | null, response) => resolve(error ?? response ?? {}),
    );
  });
}

const plain = (codec: Codec, message: object) =>
  codec.toObject(message, { longs: Number, enums: String, bytes: String });

/** An incorrect BYTES length is rejected here; the deadline has its own test. */
const SKIPPED = /deadline|load bad|bad length/;

const calls = recorded<Call>("grpc")
  .filter(({ name, method }) => method in MESSAGES && !SKIPPED.test(name))
  .map((call) => [call.name, call] as const);

test.each(calls.filter(([, { code }]) => code === "OK"))("[PROTO-30] %s", async (name, call) => {
  const response = (await send(call)) as Record<string, unknown>;
  const codec = MESSAGES[call.method as keyof typeof MESSAGES][1] as unknown as Codec;
  const expected = plain(codec, codec.fromObject(call.response ?? {}));
  // The recorded miss was a hit of an earlier run, and hits carry no parameters.
  if (name === "infer cached miss") delete response["parameters"];
  expect(response).toEqual(expected);
});

test.each(calls.filter(([, { code }]) => code !== "OK"))("[PROTO-35] %s", async (_, call) => {
  expect(await send(call)).toMatchObject({
    code: status[call.code as keyof typeof status],
    // The engine appends the reason.
    details: expect.stringContaining(call.details ?? ""),
  });
});

test("[PROTO-37] a deadline of 50 ms on a model that takes 200 ms", async () => {
  await server.engine.loadModel("id_slow", {});
  const call = recorded<Call>("grpc").find(({ name }) => name.endsWith("200 ms model")) as Call;
  expect(await send(call, Date.now() + 50)).toMatchObject({ code: status.DEADLINE_EXCEEDED });
});

interface Stream {
  name: string;
  method: string;
  requests: object[];
  responses: object[];
}

const streams = recorded<Stream>("grpc")
  .filter(({ method }) => method === "ModelStreamInfer")
  .map((stream) => [stream.name, stream] as const);

test.each(streams)("[PROTO-60] %s", async (_, { requests, responses }) => {
  await server.engine.loadModel("id_plain", {});
  const codec = inference.ModelStreamInferResponse as unknown as Codec;
  const call = client.makeBidiStreamRequest(
    "/inference.GRPCInferenceService/ModelStreamInfer",
    (message: object) =>
      Buffer.from((inference.ModelInferRequest as unknown as Codec).encode(message).finish()),
    (bytes: Buffer) => plain(codec, codec.decode(new WireReader(bytes))),
  );
  for (const request of requests) call.write(inference.ModelInferRequest.fromObject(request));
  call.end();
  const received: object[] = [];
  for await (const response of call) received.push(response as object);
  const expected = responses.map((response) => plain(codec, codec.fromObject(response)));
  expect(received.map(withoutNothing)).toEqual(expected.map(withoutNothing));
});

/** An empty message may be present or absent. */
const withoutNothing = (response: object) => ({
  error_message: "",
  infer_response: {},
  ...response,
});
