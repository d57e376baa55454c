import http2 from "node:http2";
import type net from "node:net";
import { expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { sampleDetail, sampleTrial } from "../clients/testing/samples.ts";
import { targetAt } from "../lab/testing/run-spec.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { KeptConnections, prepareRequest } from "../wire/exchange/index.ts";
import { grpcResponder } from "../wire/exchange/testing/grpc-responder.ts";
import { type Listening, listening } from "../wire/exchange/testing/listening.ts";
import { closeAfterEach } from "../wire/transport/testing/open-resources.ts";
import { sendProbeRequest } from "./probe-request.ts";

const { held, open } = closeAfterEach();

const x = { name: "x", datatype: "FP32", shape: [-1, 2] };
const detail = sampleDetail([x], [x]);
const prepared = await prepareRequest(detail, sampleTrial(detail));

type Refusal = (stream: http2.ServerHttp2Stream, socket: net.Socket | undefined) => void;

/** As if the request had not been seen. Node's sessions can't name stream 0 as the last one. */
const byGoaway: Refusal = (stream, socket) => {
  const frame = Buffer.from([0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  frame.writeUInt32BE(Math.max(0, (stream.id ?? 0) - 2), 9);
  socket?.write(frame);
};
const byReset: Refusal = (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);

/** Sends to a server that refuses the calls whose numbers are given. */
async function sender(refuse: Refusal, refused: readonly number[]) {
  let calls = 0;
  const server = grpcResponder((index, stream) => {
    calls++;
    if (!refused.includes(index)) return false;
    refuse(stream, sockets.at(-1));
    return true;
  });
  const { address, sockets }: Listening = await held(listening(server));
  const kept = new KeptConnections();
  open.unshift({ [Symbol.asyncDispose]: async () => kept[Symbol.dispose]() });
  const adapter = {
    status: { name: "a double" },
    access: async () => ({ grpc: targetAt(address) }),
  } as unknown as ServerAdapter;
  const send = (isKept: boolean) =>
    sendProbeRequest(adapter, {
      wire: "grpc",
      request: isKept ? { ...prepared, kept } : prepared,
      clock: systemClock,
      signal: new AbortController().signal,
    });
  return { send, sockets, calls: () => calls };
}

test.each([
  ["GOAWAY", byGoaway, 2],
  ["REFUSED_STREAM", byReset, 1],
] as const)(
  "PROBE-12: a request refused by %s is sent again once, and says so",
  async (_, refuse, connections) => {
    const { send, sockets, calls } = await sender(refuse, [1]);
    expect(await send(true)).toEqual({ kind: "ok" });
    expect(await send(true)).toEqual({ kind: "ok", sentAgain: true });
    expect(calls()).toBe(3);
    expect(sockets).toHaveLength(connections);
    expect(await send(false)).toEqual({ kind: "ok" });
    expect(sockets).toHaveLength(connections + 1);
  },
);

test("PROBE-12: a new connection's request is sent again over another one", async () => {
  const { send, sockets } = await sender(byGoaway, [0]);
  expect(await send(false)).toEqual({ kind: "ok", sentAgain: true });
  expect(sockets).toHaveLength(2);
});

test("PROBE-12: one that is refused twice is lost, and what a server may have processed isn't sent again", async () => {
  const twice = await sender(byGoaway, [0, 1]);
  expect(await twice.send(true)).toMatchObject({ kind: "lost", how: "goaway", sentAgain: true });
  expect(twice.calls()).toBe(2);
  const ended = await sender((stream) => stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR), [0]);
  expect(await ended.send(true)).toMatchObject({ kind: "lost", how: "stream" });
  expect(ended.calls()).toBe(1);
});
