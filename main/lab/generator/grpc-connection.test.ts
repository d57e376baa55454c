import { afterEach, expect, it } from "vitest";
import { serveGrpcJs } from "../../../engine/protocol/testing/grpc-js-server.ts";
import { serveHttp2 } from "../../../engine/protocol/grpc/http2/http2-server.ts";
import { serveNodeHttp2 } from "../../../engine/protocol/grpc/http2/node/node-http2-server.ts";
import type { GrpcServer, Method } from "../../../engine/protocol/grpc/wire.ts";
import { StatusError } from "../../../base/status-error.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { targetAt } from "../testing/run-spec.ts";
import { NodeGrpcConnection } from "../testing/node-grpc-connection.ts";
import type { CallStatus, GrpcClient } from "./grpc-client.ts";
import { GrpcConnection } from "./grpc-connection.ts";

const UNARY = "/test.Test/Unary";
const STREAM = "/test.Test/Stream";
const methods: Method[] = [
  {
    path: UNARY,
    handle(request) {
      if (request.byteLength === 0) throw new StatusError("NOT_FOUND", "nothing für you: 100 %");
      return request;
    },
  },
  {
    path: STREAM,
    async stream(requests, call) {
      for await (const request of requests) await call.write(request);
    },
  },
];

let server: GrpcServer;
let connection: GrpcClient;
afterEach(async () => {
  connection[Symbol.dispose]();
  await server.close(AbortSignal.abort());
});

async function start(
  serve = serveHttp2,
  Client: typeof GrpcConnection | typeof NodeGrpcConnection = GrpcConnection,
): Promise<void> {
  server = await serve(methods, { host: "127.0.0.1", port: 0 });
  connection = new Client(targetAt(`127.0.0.1:${server.port}`));
}

/** node:http2's client is the reference. */
const PAIRS = [
  ["our client", "our server", GrpcConnection, serveHttp2],
  ["our client", "grpc-js", GrpcConnection, serveGrpcJs],
  ["our client", "node:http2", GrpcConnection, serveNodeHttp2],
  ["node:http2", "our server", NodeGrpcConnection, serveHttp2],
  ["node:http2", "grpc-js", NodeGrpcConnection, serveGrpcJs],
] as const;

function unary(request: string): Promise<{ status: CallStatus; responses: string[] }> {
  const responses: string[] = [];
  return new Promise((resolve) => {
    const events = {
      message: (bytes: Buffer) => void responses.push(bytes.toString()),
      ended: (status: CallStatus) => resolve({ status, responses }),
    };
    connection.call(UNARY, events, frame(Buffer.from(request)));
  });
}

it.each(PAIRS)("%s calls %s and reads its responses and errors", async (_, __, Client, serve) => {
  await start(serve, Client);
  expect(await unary("hello")).toMatchObject({
    status: { code: "OK", lost: false },
    responses: ["hello"],
  });
  expect((await unary("")).status).toEqual({
    code: "NOT_FOUND",
    message: "nothing für you: 100 %",
    lost: false,
  });
});

it.each(PAIRS)("%s streams to and from %s", async (_, __, Client, serve) => {
  await start(serve, Client);
  const responses: string[] = [];
  const status = await new Promise<CallStatus>((resolve) => {
    const call = connection.stream(STREAM, {
      message: (bytes) => {
        responses.push(bytes.toString());
        if (responses.length === 3) call.end();
      },
      ended: resolve,
    });
    for (const word of ["a", "b", "c"]) call.write(Buffer.from(word));
  });
  expect(responses).toEqual(["a", "b", "c"]);
  expect(status.code).toBe("OK");
});

it.each(PAIRS)("%s sends 5 MiB to %s and reads as much, many calls at a time", async (...pair) => {
  const [, , Client, serve] = pair;
  await start(serve, Client);
  // grpc-js takes messages of 4 MiB.
  const text = "0123456789abcdef".repeat(serve === serveGrpcJs ? 200_000 : 330_000);
  const ended = await Promise.all(Array.from({ length: 5 }, (_, i) => unary(`${i}${text}`)));
  for (const [i, { status, responses }] of ended.entries()) {
    expect(status.code).toBe("OK");
    expect(responses[0] === `${i}${text}`).toBe(true);
  }
});

it("reports that the server is gone, and reconnects", async () => {
  await start();
  expect((await unary("hello")).status.code).toBe("OK");
  const { port } = server;
  await server.close(AbortSignal.abort());
  expect((await unary("hello")).status).toMatchObject({ code: "UNAVAILABLE", lost: true });
  server = await serveHttp2(methods, { host: "127.0.0.1", port });
  expect((await unary("hello")).status.code).toBe("OK");
});
