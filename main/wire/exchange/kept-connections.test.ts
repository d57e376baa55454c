import http from "node:http";
import http2 from "node:http2";
import type net from "node:net";
import { describe, expect, it } from "vitest";
import { sampleDetail, sampleTrial } from "../../clients/testing/samples.ts";
import type { ConnectionLoss } from "../../contract/index.ts";
import { targetAt } from "../../lab/testing/run-spec.ts";
import type { ExchangeWatch } from "./exchange.ts";
import { exchangeGrpc } from "./grpc-exchange.ts";
import { exchangeHttp } from "./http-exchange.ts";
import { KeptConnections } from "./kept-connections.ts";
import { prepareRequest } from "./prepare.ts";
import { grpcResponder } from "./testing/grpc-responder.ts";
import { type Listening, listening } from "./testing/listening.ts";
import { closeAfterEach } from "../transport/testing/open-resources.ts";

const { held, open } = closeAfterEach();

const x = { name: "x", datatype: "FP32", shape: [-1, 2] };
const detail = sampleDetail([x], [x]);
const prepared = await prepareRequest(detail, sampleTrial(detail));
const never = new AbortController().signal;
const body = JSON.stringify({ outputs: [{ ...x, shape: [1, 2], data: [1, 2] }] });

const listen = (server: net.Server) => held(listening(server));

function client(exchange: typeof exchangeHttp, address: string) {
  const kept = new KeptConnections();
  open.unshift({ [Symbol.asyncDispose]: async () => kept[Symbol.dispose]() });
  const send = async (isKept = true) => {
    let loss: ConnectionLoss | null = null;
    const watch: ExchangeWatch = {
      connected: () => {},
      sent: () => {},
      firstByte: () => {},
      response: () => {},
      lost: (how) => {
        loss = how;
      },
    };
    const request = isKept ? { ...prepared, kept } : prepared;
    const { ok } = await exchange(targetAt(address), request, watch, never);
    return ok ? "ok" : loss;
  };
  return { kept, send };
}

/** Answers requests as long as `respond` doesn't take one. */
function httpServer(respond: (index: number, socket: net.Socket) => boolean): Promise<Listening> {
  let index = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (!respond(index++, request.socket)) response.end(body);
    });
  });
  return listen(server);
}

const grpcServer = (respond: Parameters<typeof grpcResponder>[0]) => listen(grpcResponder(respond));

const reset = (socket: net.Socket | undefined) => (socket?.resetAndDestroy(), true);
const close = (socket: net.Socket | undefined) => (socket?.destroy(), true);

describe.each([
  ["HTTP", httpServer, exchangeHttp],
  ["gRPC", grpcServer, exchangeGrpc],
] as const)("[PROBE-2] kept connections over %s", (_, serve, exchange) => {
  it("carry all requests, and the others have one each", async () => {
    const { address, sockets } = await serve(() => false);
    const { send, kept } = client(exchange, address);
    for (let i = 0; i < 3; i++) expect(await send()).toBe("ok");
    expect(sockets).toHaveLength(1);
    for (let i = 0; i < 3; i++) expect(await send(false)).toBe("ok");
    expect(sockets).toHaveLength(4);
    expect(kept.reopened).toBe(0);
  });

  it("are reopened after the server closed them between requests, which is counted", async () => {
    const { address, sockets } = await serve(() => false);
    const { send, kept } = client(exchange, address);
    expect(await send()).toBe("ok");
    sockets[0]?.end();
    await expect.poll(() => sockets[0]?.destroyed).toBe(true);
    expect(await send()).toBe("ok");
    expect(sockets).toHaveLength(2);
    expect(kept.reopened).toBe(1);
  });

  it("report a reset", async () => {
    const server: Listening = await serve((index) => index === 1 && reset(server.sockets[0]));
    const { send, kept } = client(exchange, server.address);
    expect([await send(), await send(), await send()]).toEqual(["ok", "reset", "ok"]);
    expect(kept.reopened).toBe(1);
  });

  it("report an address at which nothing listens", async () => {
    const { address } = await serve(() => false);
    await Promise.all(open.splice(0).map((each) => each[Symbol.asyncDispose]()));
    const { send, kept } = client(exchange, address);
    expect([await send(), await send(false), await send()]).toEqual(
      Array.from({ length: 3 }, () => "refused"),
    );
    expect(kept.reopened).toBe(0);
  });
});

describe("[PROBE-2] requests in progress", () => {
  it("are lost when an HTTP server closes the connection", async () => {
    const { address, sockets } = await httpServer((index) => index === 1 && close(sockets[0]));
    const { send, kept } = client(exchangeHttp, address);
    expect([await send(), await send(), await send()]).toEqual(["ok", "closed", "ok"]);
    expect(kept.reopened).toBe(1);
  });

  it("over HTTP that overlap have connections of their own, of which one is kept", async () => {
    const { address, sockets } = await httpServer(() => false);
    const { send, kept } = client(exchangeHttp, address);
    await Promise.all([send(), send(), send()]);
    expect(sockets).toHaveLength(3);
    await send();
    expect(sockets).toHaveLength(3);
    expect(kept.reopened).toBe(0);
  });

  it("over gRPC tell a close without GOAWAY, a refusal by GOAWAY, a cut after it, an ended and a refused call apart", async () => {
    const cases: Record<number, (stream: http2.ServerHttp2Stream) => unknown> = {
      1: () => sockets.at(-1)?.destroy(),
      // As if the request had not been seen.
      3: (stream) => stream.session?.goaway(0, stream.id ? stream.id - 2 : 0),
      5: (stream) => {
        stream.session?.goaway(0, stream.id);
        setTimeout(() => stream.session?.destroy(), 20);
      },
      7: (stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR),
      9: (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
    };
    const { address, sockets } = await grpcServer((index, stream) => {
      cases[index]?.(stream);
      return cases[index] !== undefined;
    });
    const { send, kept } = client(exchangeGrpc, address);
    const outcomes: unknown[] = [];
    for (let i = 0; i < 11; i++) outcomes.push(await send());
    expect(outcomes).toEqual([
      "ok",
      "closedWithoutGoaway",
      "ok",
      "goaway",
      "ok",
      "cutAfterGoaway",
      "ok",
      "stream",
      "ok",
      "refusedStream",
      "ok",
    ]);
    expect(kept.reopened).toBe(3);
  });
});
