import http2 from "node:http2";
import net from "node:net";
import { describe, expect, it } from "vitest";
import { targetAt } from "../../lab/testing/run-spec.ts";
import type { ExchangeWatch } from "./exchange.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { exchangeHttp } from "./http-exchange.ts";
import { prepareRequest } from "./prepare.ts";
import { listening } from "./testing/listening.ts";
import { closeAfterEach } from "../transport/testing/open-resources.ts";
import { sampleDetail, sampleTrial } from "../../clients/testing/samples.ts";

const { held } = closeAfterEach();

/** HOST:PORT of a server that does this to every connection. */
const listen = async (server: net.Server) => (await held(listening(server))).address;

const served = (respond: (socket: net.Socket) => void) =>
  listen(net.createServer((socket) => socket.once("data", () => respond(socket))));

const silent: ExchangeWatch = {
  connected: () => {},
  sent: () => {},
  firstByte: () => {},
  response: () => {},
};

const x = { name: "x", datatype: "FP32", shape: [-1, 2] };
const detail = sampleDetail([x], [x]);
const prepared = await prepareRequest(detail, sampleTrial(detail));
const streamed = { ...prepared, decoupled: true };
const never = new AbortController().signal;

const overHttp = (address: string) => exchangeHttp(targetAt(address), prepared, silent, never);

const head = (status: string, body: string, more = "") =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;

const output = { name: "x", datatype: "FP32", shape: [1, 2] };
const short = JSON.stringify({
  outputs: [{ ...output, parameters: { binary_data_size: 8 } }],
});

describe("[CLIENT-10] reports failures over HTTP", () => {
  it.each([
    ["closes at once", "", "UNAVAILABLE", "No response from "],
    ["is cut off", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf", "UNAVAILABLE", "aborted"],
    ["is no HTTP", "hello\r\n\r\n", "UNAVAILABLE", "No response from "],
    ["is no JSON", head("200 OK", "hello"), "DATA_LOSS", "it is no JSON"],
    ["has no outputs", head("200 OK", "{}"), "DATA_LOSS", "it has no outputs"],
    [
      "lacks its tensor",
      head("200 OK", short, `Inference-Header-Content-Length: ${short.length}\r\n`),
      "DATA_LOSS",
      "binary_data_size 8",
    ],
    ["is a proxy's", head("502 Bad Gateway", "<h1>no</h1>"), "HTTP 502", "<h1>no</h1>"],
    ["is empty", head("503 Service Unavailable", ""), "HTTP 503", "The response is empty."],
    ["says no", head("400 Bad Request", '{"error":"too long"}'), "HTTP 400", "too long"],
  ])("where the response %s", async (_, response, code, words) => {
    const address = await served((socket) => socket.end(response));
    expect(await overHttp(address)).toEqual({
      ok: false,
      code,
      message: expect.stringContaining(words),
    });
  });
});

/** A gRPC server that responds to every call like this. */
async function grpcServer(respond: (stream: http2.ServerHttp2Stream) => void): Promise<string> {
  const server = http2.createServer();
  server.on("stream", (stream) => {
    stream.on("error", () => {});
    respond(stream);
  });
  return await listen(server);
}

const asGrpc = { ":status": 200, "content-type": "application/grpc" };
const withStatus = (status: string, words: string) => (stream: http2.ServerHttp2Stream) =>
  stream.respond({ ...asGrpc, "grpc-status": status, "grpc-message": words }, { endStream: true });

describe.each([
  ["a call", prepared],
  ["a stream", streamed],
])("[CLIENT-10] over gRPC, what goes wrong with %s is reported", (_kind, request) => {
  const over = (address: string) => exchangeGrpc(targetAt(address), request, silent, never);

  it("if the server rejects", async () => {
    const address = await grpcServer(withStatus("8", "the queue is full%21"));
    expect(await over(address)).toEqual({
      ok: false,
      code: "RESOURCE_EXHAUSTED",
      message: "the queue is full!",
    });
  });

  it("if it is not gRPC", async () => {
    const address = await grpcServer((stream) =>
      stream.respond({ ":status": 404 }, { endStream: true }),
    );
    expect((await over(address)).code).toBe("HTTP 404");
    const plain = await served((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect((await over(plain)).code).toBe("UNAVAILABLE");
  });

  it("if the connection ends before the response", async () => {
    const address = await grpcServer((stream) => stream.session?.destroy());
    expect(await over(address)).toMatchObject({ ok: false, code: "UNAVAILABLE" });
  });

  it("if the response is not a message", async () => {
    const address = await grpcServer((stream) => {
      stream.respond(asGrpc);
      stream.end(Buffer.from([0, 0, 0, 0, 2, 0xff, 0xff]));
    });
    expect(await over(address)).toMatchObject({ ok: false, code: "DATA_LOSS" });
  });
});

it("[CLIENT-13] abandons a response that is too large, over HTTP and gRPC", async () => {
  const piece = Buffer.alloc(8 * 1024 * 1024);
  const endless = await served((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = () => void socket.write(piece, (error) => error || more());
    more();
  });
  expect(await overHttp(endless)).toMatchObject({ ok: false, code: "RESOURCE_EXHAUSTED" });
  const announced = await grpcServer((stream) => {
    stream.respond(asGrpc);
    stream.write(Buffer.from([0, 0x7f, 0xff, 0xff, 0xff]));
  });
  expect(await exchangeGrpc(targetAt(announced), prepared, silent, never)).toMatchObject({
    ok: false,
    code: "RESOURCE_EXHAUSTED",
  });
});

it("[CLIENT-10] fails a call that ends well without a response", async () => {
  const address = await grpcServer(withStatus("0", ""));
  expect(await exchangeGrpc(targetAt(address), prepared, silent, never)).toEqual({
    ok: false,
    code: "INTERNAL",
    message: "The server ended the call without a response.",
  });
});

describe("[CLIENT-11] cancelling", () => {
  it.each([
    ["HTTP", exchangeHttp],
    ["gRPC", exchangeGrpc],
  ])("over %s ends a connection that says nothing, with the reason", async (_, exchange) => {
    const closed = Promise.withResolvers<void>();
    const address = await listen(
      net.createServer(
        (socket) => void socket.on("data", () => {}).on("close", () => closed.resolve()),
      ),
    );
    const leaving = new AbortController();
    const connected = Promise.withResolvers<void>();
    const watch = { ...silent, connected: () => connected.resolve() };
    const ended = exchange(targetAt(address), prepared, watch, leaving.signal);
    await connected.promise;
    leaving.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    await closed.promise;
  });

  it.each([
    ["HTTP", exchangeHttp],
    ["gRPC", exchangeGrpc],
  ])("over %s before it began sends nothing", async (_, exchange) => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(exchange(targetAt("127.0.0.1:1"), prepared, silent, gone)).rejects.toThrow("gone");
  });
});
