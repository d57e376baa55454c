// A bare service with the messages of `mlp` on the engine's stack: the cost of the protocol alone.
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { serveGrpcJs } from "../../engine/protocol/testing/grpc-js-server.ts";
import { serveHttp2 } from "../../engine/protocol/grpc/http2/http2-server.ts";
import { serveNodeHttp2 } from "../../engine/protocol/grpc/http2/node/node-http2-server.ts";
import { grpcResponse, httpResponse } from "./messages.ts";

const host = "127.0.0.1";
const path = "/inference.GRPCInferenceService/ModelInfer";
const echo = [{ path, handle: () => grpcResponse }];
const grpc = await serveHttp2(echo, { host, port: 0 });
const grpcNode = await serveNodeHttp2(echo, { host, port: 0 });
const grpcJs = await serveGrpcJs(echo, { host, port: 0 });

const http = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.writeHead(200, httpResponse.headers).end(httpResponse.body));
});
// As little as an HTTP server of Node can do: one response for each chunk, which is one request in a closed loop.
const lines = Object.entries(httpResponse.headers).map(([name, value]) => `${name}: ${value}\r\n`);
const head = Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join("")}\r\n`);
const answer = Buffer.concat([head, httpResponse.body]);
const sockets = createSocketServer({ noDelay: true }, (socket) => {
  socket.on("data", () => socket.write(answer)).on("error", () => {});
}).listen(0, host);
await once(sockets, "listening");
http.listen(0, host, () => {
  const { port } = http.address() as AddressInfo;
  process.send?.({
    grpc: `${host}:${grpc.port}`,
    "grpc-node": `${host}:${grpcNode.port}`,
    "grpc-js": `${host}:${grpcJs.port}`,
    http: `${host}:${port}`,
    socket: `${host}:${(sockets.address() as AddressInfo).port}`,
  });
});
process.once("disconnect", () => process.exit(0));
