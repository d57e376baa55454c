import { connect } from "node:net";
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveGrpcJs } from "./testing/grpc-js-server.ts";
import { serveHttp2 } from "./grpc/http2/http2-server.ts";
import { serveEngineGrpc } from "./grpc/server.ts";
import type { GrpcServer } from "./grpc/wire.ts";
import { engineRoutes } from "./http/routes.ts";
import { type HttpServer, serveHttp } from "./http/server.ts";
import { type Feature, restrictionError, type Restrictions } from "./restrictions.ts";
import { EchoEngine } from "./testing/echo-engine.ts";

const KEY = "Admin-Key";
const VALUE = "adminÜ=value";

/** One call of each feature over HTTP. */
const HTTP_CALLS: readonly [Feature, string, string][] = [
  ["health", "GET", "/v2/health/live"],
  ["health", "GET", "/v2/health/ready"],
  ["health", "GET", "/v2/models/echo/ready"],
  ["metadata", "GET", "/v2"],
  ["metadata", "GET", "/v2/models/echo"],
  ["inference", "POST", "/v2/models/echo/infer"],
  ["inference", "POST", "/v2/models/echo/versions/1/generate"],
  ["inference", "POST", "/v2/models/echo/generate_stream"],
  ["model-config", "GET", "/v2/models/echo/config"],
  ["statistics", "GET", "/v2/models/stats"],
  ["statistics", "GET", "/v2/models/echo/stats"],
  ["repository-index", "POST", "/v2/repository/index"],
  ["repository-control", "POST", "/v2/repository/models/echo/load"],
  ["repository-control", "POST", "/v2/repository/models/echo/unload"],
  ["trace", "GET", "/v2/trace/setting"],
  ["trace", "POST", "/v2/models/echo/trace/setting"],
  ["logging", "GET", "/v2/logging"],
  ["logging", "POST", "/v2/logging"],
  ["shared-memory", "GET", "/v2/systemsharedmemory/status"],
  ["shared-memory", "POST", "/v2/cudasharedmemory/region/r/register"],
];

/** One method of each feature over gRPC. */
const GRPC_CALLS: readonly [Feature, string][] = [
  ["health", "/inference.GRPCInferenceService/ServerLive"],
  ["health", "/grpc.health.v1.Health/Check"],
  ["health", "/grpc.health.v1.Health/Watch"],
  ["metadata", "/inference.GRPCInferenceService/ModelMetadata"],
  ["inference", "/inference.GRPCInferenceService/ModelInfer"],
  ["inference", "/inference.GRPCInferenceService/ModelStreamInfer"],
  ["model-config", "/inference.GRPCInferenceService/ModelConfig"],
  ["statistics", "/inference.GRPCInferenceService/ModelStatistics"],
  ["repository-index", "/inference.GRPCInferenceService/RepositoryIndex"],
  ["repository-control", "/inference.GRPCInferenceService/RepositoryModelLoad"],
  ["repository-control", "/inference.GRPCInferenceService/RepositoryModelUnload"],
  ["repository-control", "/batchdeck.telemetry.v1.VersionSplit/Set"],
  ["trace", "/inference.GRPCInferenceService/TraceSetting"],
  ["logging", "/inference.GRPCInferenceService/LogSettings"],
  ["shared-memory", "/inference.GRPCInferenceService/SystemSharedMemoryStatus"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/Snapshot"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/Batches"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/Traces"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/CacheObservation"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/ObserveCache"],
  ["telemetry", "/batchdeck.telemetry.v1.Telemetry/StopObservingCache"],
];

const everything = (header: string): Restrictions =>
  new Map([...HTTP_CALLS, ...GRPC_CALLS].map(([feature]) => [feature, { header, value: VALUE }]));
const loopback = { host: "127.0.0.1", port: 0 };

describe("[RESTRICT-2] over HTTP", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await serveHttp(engineRoutes(new EchoEngine(), everything(KEY)), loopback);
  });
  afterAll(() => server.close(AbortSignal.abort()));

  const send = (method: string, path: string, offered?: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, "127.0.0.1");
      let text = "";
      socket.on("data", (bytes) => (text += bytes)).on("error", reject);
      socket.on("close", () => resolve(text));
      const lines = [`${method} ${path} HTTP/1.1`, "Host: x", "Connection: close"];
      if (offered !== undefined) lines.push(`admin-key: ${offered}`);
      if (method === "POST") lines.push("Content-Length: 2");
      socket.write(`${lines.join("\r\n")}\r\n\r\n${method === "POST" ? "{}" : ""}`);
    });

  test("every route requires its key, with Triton's message", async () => {
    for (const [, method, path] of HTTP_CALLS) {
      for (const offered of [undefined, "admin", `${VALUE}x`, ""]) {
        const response = await send(method, path, offered);
        expect(response, path).toContain("HTTP/1.1 403 Forbidden");
        expect(response).toContain(
          `{"error":"This API is restricted, expecting header 'Admin-Key'"}`,
        );
      }
      expect(await send(method, path, VALUE), path).not.toContain("HTTP/1.1 403");
    }
  });

  test("a wrong method is reported only to callers with the key", async () => {
    expect(await send("GET", "/v2/repository/index")).toContain("HTTP/1.1 403");
    expect(await send("GET", "/v2/repository/index", VALUE)).toContain("HTTP/1.1 405");
    expect(await send("PUT", "/v2/logging")).toContain("HTTP/1.1 403");
  });

  test("covers every route", () => {
    const features = engineRoutes(new EchoEngine()).map(({ feature }) => feature);
    expect(features).not.toContain(undefined);
  });
});

describe.each([
  ["our wire", serveHttp2],
  ["grpc-js", serveGrpcJs],
])("[RESTRICT-3] over gRPC, %s", (_, serve) => {
  let server: GrpcServer;
  let client: Client;
  beforeAll(async () => {
    const restrictions = everything(`triton-grpc-protocol-${KEY}`);
    server = await serveEngineGrpc(new EchoEngine(), loopback, { serve, restrictions });
    client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  });
  afterAll(async () => {
    client.close();
    await server.close(AbortSignal.abort());
  });

  const call = (path: string, metadata: Metadata) =>
    new Promise<ServiceError | null>((resolve) => {
      const bytes = (value: Uint8Array) => Buffer.from(value);
      const stream = client.makeBidiStreamRequest(path, bytes, bytes, metadata);
      stream.on("data", () => resolve(null));
      stream.on("error", (error) => resolve(error as ServiceError));
      stream.on("end", () => resolve(null));
      stream.end(new Uint8Array());
    });

  test("every method requires its key, with Triton's message", async () => {
    for (const [, path] of GRPC_CALLS) {
      const wrong = new Metadata();
      wrong.set("triton-grpc-protocol-admin-key", "admin");
      for (const metadata of [new Metadata(), wrong]) {
        expect(await call(path, metadata), path).toMatchObject({
          code: 14,
          details: `This protocol is restricted, expecting header 'triton-grpc-protocol-${KEY}'`,
        });
      }
    }
  });
});

test("[RESTRICT-3] answers a method called with its key", async () => {
  const restrictions: Restrictions = new Map([
    ["health", { header: "triton-grpc-protocol-k", value: "v=1" }],
  ]);
  const server = await serveEngineGrpc(new EchoEngine(), loopback, { restrictions });
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("triton-grpc-protocol-k", "v=1");
  const bytes = (value: Uint8Array) => Buffer.from(value);
  const live = (sent: Metadata) =>
    new Promise((resolve) => {
      const path = "/inference.GRPCInferenceService/ServerLive";
      client.makeUnaryRequest(path, bytes, bytes, new Uint8Array(), sent, (error, response) =>
        resolve(error?.code ?? response),
      );
    });
  expect(await live(metadata)).toEqual(Buffer.from([8, 1]));
  expect(await live(new Metadata())).toBe(14);
  client.close();
  await server.close(AbortSignal.abort());
});

test("[RESTRICT-4] accepts only the exact value", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: "grapheme" }),
      (value, other) => {
        const asHeader = (text: string) => Buffer.from(text).toString("latin1");
        const restriction = { header: "k", value };
        expect(restrictionError("http", restriction, asHeader(value))).toBeUndefined();
        expect(restrictionError("http", restriction, undefined)).toBeDefined();
        const passes = restrictionError("grpc", restriction, asHeader(other)) === undefined;
        expect(passes).toBe(other === value);
      },
    ),
    { numRuns: 200 },
  );
});
