// The engine behind its own stack, and behind grpc-js: `engine-process.ts MODEL_REPOSITORY`.
import { createEngine } from "../../engine/engine.ts";
import { serveGrpcJs } from "../../engine/protocol/testing/grpc-js-server.ts";
import { serveNodeHttp2 } from "../../engine/protocol/grpc/http2/node/node-http2-server.ts";
import { serveEngineGrpc } from "../../engine/protocol/grpc/server.ts";
import { engineRoutes } from "../../engine/protocol/http/routes.ts";
import { serveHttp } from "../../engine/protocol/http/server.ts";

const host = "127.0.0.1";
const engine = await createEngine({
  modelRepository: process.argv[2] ?? "",
  cacheBytes: 1 << 24,
  log: (line) => process.stderr.write(`${line}\n`),
});
const grpc = await serveEngineGrpc(engine, { host, port: 0 });
const grpcNode = await serveEngineGrpc(engine, { host, port: 0 }, { serve: serveNodeHttp2 });
const grpcJs = await serveEngineGrpc(engine, { host, port: 0 }, { serve: serveGrpcJs });
const http = await serveHttp(engineRoutes(engine), { host, port: 0 });
process.send?.({
  grpc: `${host}:${grpc.port}`,
  "grpc-node": `${host}:${grpcNode.port}`,
  "grpc-js": `${host}:${grpcJs.port}`,
  http: `${host}:${http.port}`,
});
process.once("disconnect", () => process.exit(0));
