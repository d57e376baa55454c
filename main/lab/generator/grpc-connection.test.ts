import { afterEach, expect, it } from "vitest";
import { serveGrpcJs } from "../../../engine/protocol/testing/grpc-js-server.ts";
import { serveHttp2 } from "../../../engine/protocol/grpc/http2/http2-server.ts";
import type { GrpcServer, Method } from "../../../engine/protocol/grpc/wire.ts";
import { StatusError } from "../../../base/status-error.ts";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { targetAt } from "../testing/run-spec.ts";
import type { CallStatus } from "./grpc-client.ts";
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
let connection: GrpcConnection;
afterEach(async () => {
  connection[Symbol.dispose]();
  await server.close(AbortSignal.abort());
});

async function start(serve = serveHttp2): Promise<void> {
  server = await serve(methods, { host: "127.0.0.1", port: 0 });
  connection = new GrpcConnection(targetAt(`127.0.0.1:${server.port}`));
}

function unary(request: string): Promise<{ status: CallStatus; answers: string[] }> {
  const answers: string[] = [];
  return new Promise((resolve) => {
    const events = {
      message: (bytes: Buffer) => void answers.push(bytes.toString()),
      ended: (status: CallStatus) => resolve({ status, answers }),
    };
    connection.call(UNARY, events, frame(Buffer.from(request)));
  });
}

it.each([
  ["our wire", serveHttp2],
  ["grpc-js", serveGrpcJs],
])("calls a server on %s and reads its answers and errors", async (_, serve) => {
  await start(serve);
  expect(await unary("hello")).toMatchObject({
    status: { code: "OK", lost: false },
    answers: ["hello"],
  });
  expect((await unary("")).status).toEqual({
    code: "NOT_FOUND",
    message: "nothing für you: 100 %",
    lost: false,
  });
});

it.each([
  ["our wire", serveHttp2],
  ["grpc-js", serveGrpcJs],
])("streams to and from a server on %s", async (_, serve) => {
  await start(serve);
  const answers: string[] = [];
  const status = await new Promise<CallStatus>((resolve) => {
    const call = connection.stream(STREAM, {
      message: (bytes) => {
        answers.push(bytes.toString());
        if (answers.length === 3) call.end();
      },
      ended: resolve,
    });
    for (const word of ["a", "b", "c"]) call.write(Buffer.from(word));
  });
  expect(answers).toEqual(["a", "b", "c"]);
  expect(status.code).toBe("OK");
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
