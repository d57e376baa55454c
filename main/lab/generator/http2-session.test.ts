// Our client against servers with other habits, and servers that violate HTTP/2.
import { once } from "node:events";
import net from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import {
  controlFrame,
  ERROR,
  FLAG,
  FRAME,
  goAwayFrame,
  resetFrame,
  SETTING,
  settingsFrame,
  uint32,
  windowUpdateFrame,
} from "../../../engine/protocol/http2/frames.ts";
import { RawPeer, type Received } from "../../../engine/protocol/testing/raw-http2-peer.ts";
import { targetAt } from "../testing/run-spec.ts";
import type { CallStatus } from "./grpc-client.ts";
import { GrpcConnection } from "./grpc-connection.ts";

const PATH = "/test.Test/Unary";
const MESSAGE = frame(Buffer.from("hello"));
const OK = { code: "OK", message: "", lost: false };

const open: AsyncDisposable[] = [];
const connections: GrpcConnection[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) connection[Symbol.dispose]();
  for (const each of open.splice(0)) await each[Symbol.asyncDispose]();
});

type Settings = readonly (readonly [id: number, value: number])[];

/** A server whose frames the test sends, and a client of it. */
async function start(settings: Settings = [], headers: Record<string, string> = {}) {
  const peers: RawPeer[] = [];
  const server = await RawPeer.listen(settings, (peer) => peers.push(peer));
  open.push(server);
  const target = targetAt(`127.0.0.1:${server.port}`);
  const connection = new GrpcConnection({ ...target, headers });
  connections.push(connection);
  return {
    connection,
    /** The n-th connection. */
    peer: async (n = 0): Promise<RawPeer> => {
      while (peers[n] === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
      return peers[n];
    },
    connections: () => peers.length,
  };
}

interface Started {
  readonly responses: string[];
  readonly status: Promise<CallStatus>;
  readonly cancel: () => void;
}

function call(connection: GrpcConnection, request: Buffer = MESSAGE): Started {
  const responses: string[] = [];
  const { promise, resolve } = Promise.withResolvers<CallStatus>();
  const started = connection.call(
    PATH,
    { message: (bytes) => void responses.push(bytes.toString()), ended: resolve },
    request,
  );
  return { responses, status: promise, cancel: () => started.cancel() };
}

const isHeaders = (id: number) => (received: Received) =>
  received.type === FRAME.headers && received.streamId === id;
const isEnd = (id: number) => (received: Received) =>
  received.streamId === id && (received.flags & FLAG.endStream) !== 0;
const isReset = (id: number) => (received: Received) =>
  received.type === FRAME.reset && received.streamId === id;

const headersFrame = (streamId: number, block: Uint8Array, flags: number = FLAG.endHeaders) =>
  controlFrame({ type: FRAME.headers, flags, streamId }, block);
const dataFrame = (streamId: number, data: Uint8Array, flags = 0) =>
  controlFrame({ type: FRAME.data, flags, streamId }, data);

const grpcStatus = (value: string) => ({ name: "grpc-status", value });
const HEADERS = [
  { name: ":status", value: "200" },
  { name: "content-type", value: "application/grpc", indexed: true },
];

/** The frames of a whole response. */
function response(
  peer: RawPeer,
  id: number,
  text = "hello",
  trailers = [grpcStatus("0")],
): Buffer[] {
  return [
    headersFrame(id, peer.encoder.encode(HEADERS)),
    dataFrame(id, frame(Buffer.from(text))),
    headersFrame(id, peer.encoder.encode(trailers), FLAG.endHeaders | FLAG.endStream),
  ];
}

async function respond(peer: RawPeer, id: number): Promise<void> {
  await peer.next(isEnd(id));
  peer.send(...response(peer, id));
}

describe("[LAB-GEN-46] a server's settings", () => {
  it("are acknowledged, as are its pings", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(({ type, flags }) => type === FRAME.settings && flags === FLAG.ack);
    await server.lives();
    await respond(server, 1);
    expect(await status).toEqual(OK);
  });

  it("limit the streams at a time: others wait for their turn", async () => {
    const { connection, peer } = await start([[SETTING.maxConcurrentStreams, 1]]);
    const first = call(connection);
    const server = await peer();
    await respond(server, 1);
    await first.status;
    const calls = [call(connection), call(connection), call(connection)];
    await server.next(isEnd(3));
    await server.lives();
    expect(server.received.some(isHeaders(5))).toBe(false);
    // One that waits never reaches the server when it is cancelled.
    calls[1]?.cancel();
    await respond(server, 3);
    await respond(server, 5);
    expect([await calls[0]?.status, await calls[2]?.status]).toEqual([OK, OK]);
    expect(server.received.filter(({ type }) => type === FRAME.headers)).toHaveLength(3);
    expect(server.received.some(({ type }) => type === FRAME.reset)).toBe(false);
  });

  it("may have no room for headers in a table", async () => {
    const { connection, peer } = await start([[SETTING.headerTableSize, 0]]);
    for (const id of [1, 3, 5]) {
      const { status } = call(connection);
      const server = await peer();
      await respond(server, id);
      expect(await status).toEqual(OK);
    }
    const server = await peer();
    const blocks = server.received.filter(({ type }) => type === FRAME.headers);
    expect(blocks.map((block) => server.headers(block)[":path"])).toEqual([PATH, PATH, PATH]);
    // The second block empties the table and adds nothing to it.
    expect(blocks[1]?.payload[0]).toBe(0x20);
    expect(blocks[2]?.payload.length).toBe((blocks[1]?.payload.length ?? 0) - 1);
  });

  it("may have tiny windows, which open slowly", async () => {
    const { connection, peer } = await start([[SETTING.initialWindowSize, 3]]);
    const first = call(connection);
    const server = await peer();
    await respond(server, 1);
    await first.status;
    const second = call(connection);
    let sent = 0;
    for (; sent < MESSAGE.length; sent += 3) {
      const expected = Math.min(sent + 3, MESSAGE.length);
      await server.next(() => dataOf(server, 3).length >= expected);
      await server.lives();
      expect(dataOf(server, 3).length).toBe(expected);
      if (expected < MESSAGE.length) server.send(windowUpdateFrame(3, 3));
    }
    await respond(server, 3);
    expect(await second.status).toEqual(OK);
    expect(dataOf(server, 3).equals(MESSAGE)).toBe(true);
  });

  it("may shrink windows below zero while a request is under way", async () => {
    const { connection, peer } = await start();
    const large = frame(Buffer.alloc(100_000, 7));
    const { status } = call(connection, large);
    const server = await peer();
    await server.next(() => dataOf(server, 1).length === 65_535);
    server.send(settingsFrame([[SETTING.initialWindowSize, 0]]), windowUpdateFrame(0, 1 << 20));
    server.send(windowUpdateFrame(1, 60_000));
    await server.lives();
    expect(dataOf(server, 1).length).toBe(65_535);
    server.send(settingsFrame([[SETTING.initialWindowSize, 1 << 20]]));
    await respond(server, 1);
    expect(await status).toEqual(OK);
    expect(dataOf(server, 1).equals(large)).toBe(true);
  });
});

function dataOf(peer: RawPeer, id: number): Buffer {
  const data = peer.received.filter(({ type, streamId }) => type === FRAME.data && streamId === id);
  return Buffer.concat(data.map(({ payload }) => payload));
}

describe("[LAB-GEN-46] a response", () => {
  it("may come padded, with priority, in continued headers and in pieces of any size", async () => {
    const { connection, peer } = await start();
    const { responses, status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    const block = server.encoder.encode(HEADERS);
    const padded = Buffer.concat([
      Buffer.of(4, 0, 0, 0, 0, 16),
      block.subarray(0, 3),
      Buffer.alloc(4),
    ]);
    const message = frame(Buffer.from("hello"));
    const pieces = Buffer.concat([
      headersFrame(1, padded, FLAG.padded | FLAG.priority),
      controlFrame(
        { type: FRAME.continuation, flags: FLAG.endHeaders, streamId: 1 },
        block.subarray(3),
      ),
      dataFrame(1, Buffer.concat([Buffer.of(9), message.subarray(0, 2), Buffer.alloc(9)]), 8),
      dataFrame(1, Buffer.alloc(0)),
      dataFrame(1, message.subarray(2)),
      headersFrame(1, server.encoder.encode([grpcStatus("0")]), FLAG.endHeaders | FLAG.endStream),
    ]);
    for (let at = 0; at < pieces.length; at += 7) {
      server.send(pieces.subarray(at, at + 7));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await status).toEqual(OK);
    expect(responses).toEqual(["hello"]);
  });

  it("may be only trailers, with a reset of the unread request", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection, frame(Buffer.alloc(200_000)));
    const server = await peer();
    await server.next(isHeaders(1));
    const fields = [...HEADERS, grpcStatus("8"), { name: "grpc-message", value: "too%20large" }];
    server.send(
      headersFrame(1, server.encoder.encode(fields), FLAG.endHeaders | FLAG.endStream),
      resetFrame(1, ERROR.none),
    );
    const expected = { code: "RESOURCE_EXHAUSTED", message: "too large", lost: false };
    expect(await status).toEqual(expected);
    // The window is not the next call's problem.
    server.send(windowUpdateFrame(0, 1 << 20));
    const next = call(connection);
    await respond(server, 3);
    expect(await next.status).toEqual(OK);
  });

  it("ends the call before its request was sent, and the rest is not sent", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection, frame(Buffer.alloc(200_000)));
    const server = await peer();
    await server.next(isHeaders(1));
    server.send(...response(server, 1));
    expect(await status).toEqual(OK);
    expect(await server.reset(1)).toBe("cancel");
  });

  it("may begin with informational headers", async () => {
    const { connection, peer } = await start();
    const { status, responses } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(headersFrame(1, server.encoder.encode([{ name: ":status", value: "103" }])));
    await respond(server, 1);
    expect([await status, responses]).toEqual([OK, ["hello"]]);
  });

  it("may have another HTTP status, or no status of gRPC", async () => {
    const { connection, peer } = await start();
    const ended = FLAG.endHeaders | FLAG.endStream;
    const proxied = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(headersFrame(1, server.encoder.encode([{ name: ":status", value: "503" }]), ended));
    expect(await proxied.status).toEqual({
      code: "UNAVAILABLE",
      message: "HTTP 503 instead of a gRPC response",
      lost: false,
    });
    const mute = call(connection);
    await server.next(isEnd(3));
    server.send(headersFrame(3, server.encoder.encode(HEADERS), ended));
    expect(await mute.status).toMatchObject({ code: "UNAVAILABLE", lost: true });
  });

  it("is read at the pace of its window, whole", async () => {
    const { connection, peer } = await start();
    const { status, responses } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    const text = "x".repeat(20 << 20);
    const message = frame(Buffer.from(text));
    server.send(headersFrame(1, server.encoder.encode(HEADERS)));
    const window = 16 << 20;
    for (let at = 0; at < message.length; at += 16_384) {
      if (at === window) await server.next(({ type, streamId }) => type === 8 && streamId === 1);
      server.send(dataFrame(1, message.subarray(at, at + 16_384)));
    }
    server.send(headersFrame(1, server.encoder.encode([grpcStatus("0")]), 5));
    expect(await status).toEqual(OK);
    expect(responses[0] === text).toBe(true);
  });
});

describe("[LAB-GEN-47] a call that gets no response", () => {
  it.each([
    [ERROR.refusedStream, "UNAVAILABLE", "the server reset the call (REFUSED_STREAM)", true],
    [ERROR.cancel, "UNAVAILABLE", "the server reset the call (CANCEL)", true],
    [
      ERROR.enhanceYourCalm,
      "RESOURCE_EXHAUSTED",
      "the server reset the call (ENHANCE_YOUR_CALM)",
      false,
    ],
    [4711, "UNAVAILABLE", "the server reset the call (error 4711)", true],
  ] as const)("was reset with code %i", async (code, name, message, lost) => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(resetFrame(1, code));
    expect(await status).toEqual({ code: name, message, lost });
    const next = call(connection);
    await respond(server, 3);
    expect(await next.status).toEqual(OK);
  });

  it("has its status when the server resets behind it", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection, frame(Buffer.alloc(200_000)));
    const server = await peer();
    await server.next(isHeaders(1));
    server.send(
      headersFrame(1, server.encoder.encode([...HEADERS, grpcStatus("5")])),
      resetFrame(1, ERROR.none),
    );
    expect(await status).toEqual({ code: "NOT_FOUND", message: "", lost: false });
  });

  it("was on a connection that ended", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.socket.destroy();
    const message = "the connection ended before the response";
    expect(await status).toEqual({ code: "UNAVAILABLE", message, lost: true });
    const next = call(connection);
    await respond(await peer(1), 1);
    expect(await next.status).toEqual(OK);
  });

  it("found no server", async () => {
    const taken = net.createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as net.AddressInfo;
    taken.close();
    await once(taken, "close");
    const connection = new GrpcConnection(targetAt(`127.0.0.1:${port}`));
    connections.push(connection);
    const message = `connect ECONNREFUSED 127.0.0.1:${port}`;
    expect(await call(connection).status).toEqual({ code: "UNAVAILABLE", message, lost: true });
  });

  it("was cancelled: the server learns of it, and nothing is reported", async () => {
    const { connection, peer } = await start();
    const events: CallStatus[] = [];
    const ended = (status: CallStatus) => void events.push(status);
    const cancelled = connection.call(PATH, { ended }, MESSAGE);
    const server = await peer();
    await server.next(isEnd(1));
    cancelled.cancel();
    expect(await server.reset(1)).toBe("cancel");
    // Frames in transit are skipped.
    server.send(...response(server, 1), windowUpdateFrame(1, 5), resetFrame(1, ERROR.cancel));
    // So is a call that was not sent yet.
    connection.call(PATH, { ended }, MESSAGE).cancel();
    const next = call(connection);
    await respond(server, 5);
    expect(await next.status).toEqual(OK);
    expect(server.received.some(isReset(3))).toBe(false);
    expect(events).toEqual([]);
  });
});

describe("[LAB-GEN-48] a server that closes", () => {
  it("answers accepted calls; the rest is lost, and later calls use another connection", async () => {
    const { connection, peer, connections } = await start([[SETTING.maxConcurrentStreams, 2]]);
    const begun = call(connection);
    const server = await peer();
    await respond(server, 1);
    await begun.status;
    const [taken, refused, waiting] = [call(connection), call(connection), call(connection)];
    await server.next(isEnd(5));
    server.send(goAwayFrame(3, ERROR.none, ""));
    const lost = {
      code: "UNAVAILABLE",
      message: "the server closes the connection and did not take the call (NO_ERROR)",
      lost: true,
    };
    expect([await refused.status, await waiting.status]).toEqual([lost, lost]);
    const later = call(connection);
    await respond(await peer(1), 1);
    expect(await later.status).toEqual(OK);
    await respond(server, 3);
    expect(await taken.status).toEqual(OK);
    // The client ends a connection without calls.
    if (!server.socket.destroyed) await once(server.socket, "close");
    expect(connections()).toBe(2);
  });

  it("says why", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(goAwayFrame(1, ERROR.enhanceYourCalm, "too_many_pings"));
    server.socket.end();
    expect(await status).toEqual({
      code: "UNAVAILABLE",
      message: "the server ended the connection (ENHANCE_YOUR_CALM, too_many_pings)",
      lost: true,
    });
  });
});

describe("[LAB-GEN-49] a server that breaks HTTP/2 ends its connection, not the run", () => {
  const ended = FLAG.endHeaders | FLAG.endStream;
  const push = { type: FRAME.pushPromise, flags: FLAG.endHeaders, streamId: 1 };
  it.each([
    ["a frame that is too long", dataFrame(1, Buffer.alloc(16_385)), "frameSize"],
    ["data on a stream that was never opened", dataFrame(9, Buffer.alloc(1)), "protocol"],
    ["headers of a stream of its own", headersFrame(2, Buffer.of(0x88)), "protocol"],
    ["headers that can't be decoded", headersFrame(1, Buffer.of(0xff, 0xff)), "compression"],
    ["a push", controlFrame(push, Buffer.of(0, 0, 0, 2, 0x82)), "protocol"],
    ["a window that overflows", windowUpdateFrame(0, 0x7fff_ffff), "flowControl"],
    ["a window that grows by 0", windowUpdateFrame(0, 0), "protocol"],
    ["a wrong setting", settingsFrame([[SETTING.maxFrameSize, 1]]), "protocol"],
    [
      "continuation of nothing",
      controlFrame({ type: 9, flags: 4, streamId: 1 }, uint32(0)),
      "protocol",
    ],
  ])("%s", async (_, bytes, error) => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(bytes);
    const { code, message, lost } = await status;
    expect([code, lost]).toEqual(["UNAVAILABLE", true]);
    expect(message).toMatch(/^the server does not keep to HTTP\/2: /);
    expect(await server.goAway()).toBe(error);
    const next = call(connection);
    await respond(await peer(1), 1);
    expect(await next.status).toEqual(OK);
  });

  it.each([
    ["data before headers", () => [dataFrame(1, Buffer.alloc(1))]],
    ["a response without :status", () => [headersFrame(1, Buffer.of(0x00, 1, 97, 1, 98))]],
    ["a field of requests", () => [headersFrame(1, Buffer.of(0x88, 0x83))]],
    ["trailers that don't end", (peer: RawPeer) => response(peer, 1).map((each) => clear(each))],
    [
      "informational headers that end",
      (peer: RawPeer) => [
        headersFrame(1, peer.encoder.encode([{ name: ":status", value: "100" }]), ended),
      ],
    ],
    ["a window of the stream that grows by 0", () => [windowUpdateFrame(1, 0)]],
    ["headers of 40 KiB", (peer: RawPeer) => continued(peer.encoder.encode(many))],
  ])("or its call: %s", async (_, frames) => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(...frames(server));
    expect(await status).toMatchObject({ code: "UNAVAILABLE", lost: true });
    await server.next(isReset(1));
    const next = call(connection);
    await respond(server, 3);
    expect(await next.status).toEqual(OK);
  });

  /** The same frame without the end of the stream. */
  function clear(bytes: Buffer): Buffer {
    const changed = Buffer.from(bytes);
    changed[4] = (changed[4] as number) & ~FLAG.endStream;
    return changed;
  }

  const many = Array.from({ length: 40 }, (_, i) => ({ name: `x-${i}`, value: "v".repeat(1000) }));

  function continued(block: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    for (let at = 0; at < block.length; at += 16_000) {
      const part = block.subarray(at, at + 16_000);
      const flags = at + part.length === block.length ? FLAG.endHeaders : 0;
      const type = at === 0 ? FRAME.headers : FRAME.continuation;
      frames.push(controlFrame({ type, flags, streamId: 1 }, part));
    }
    return frames;
  }

  it("a message with an invalid prefix", async () => {
    const { connection, peer } = await start();
    const { status } = call(connection);
    const server = await peer();
    await server.next(isEnd(1));
    server.send(
      headersFrame(1, server.encoder.encode(HEADERS)),
      dataFrame(1, Buffer.from("HTTP!")),
    );
    expect(await status).toMatchObject({ code: "INTERNAL", lost: false });
    expect(await server.reset(1)).toBe("cancel");
  });

  it.each([
    ["HTTP/1.1 400 Bad Request\r\n\r\n", "it responds in HTTP/1.1"],
    ["SSH-2.0-OpenSSH_9.2\r\n", "a frame of"],
    [dataFrame(1, Buffer.alloc(1)), "the first frame is not SETTINGS"],
  ])("a server of something else: %s", async (bytes, reason) => {
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.write(bytes));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const connection = new GrpcConnection(targetAt(`127.0.0.1:${port}`));
    connections.push(connection);
    const { message, lost } = await call(connection).status;
    expect([message, lost]).toEqual([expect.stringContaining(reason), true]);
    server.close();
  });
});

describe("[LAB-GEN-50] headers of calls", () => {
  it("are the target's and gRPC's, however long, in as many frames as they need", async () => {
    const token = "t".repeat(30_000);
    const { connection, peer } = await start([], { Authorization: token, "user-agent": "own" });
    const ended = call(connection).status;
    const server = await peer();
    await server.next(isEnd(1));
    const parts = server.received.filter(({ type }) => type === 1 || type === 9);
    expect(parts.length).toBeGreaterThan(1);
    const payload = Buffer.concat(parts.map((part) => part.payload));
    const headers = server.headers({ ...(parts[0] as Received), payload });
    expect(headers).toMatchObject({
      ":method": "POST",
      ":scheme": "http",
      ":path": PATH,
      te: "trailers",
      "content-type": "application/grpc",
      authorization: token,
      "user-agent": "own",
    });
    server.send(...response(server, 1));
    expect(await ended).toEqual(OK);
  });

  it("carry the deadline", async () => {
    const { connection, peer } = await start();
    for (const deadlineMs of [0.0004, 250, 1e6]) {
      connection.call(PATH, { ended: () => {} }, MESSAGE, deadlineMs);
    }
    const server = await peer();
    await server.next(isEnd(5));
    const blocks = server.received.filter(({ type }) => type === FRAME.headers);
    expect(blocks.map((block) => server.headers(block)["grpc-timeout"])).toEqual([
      "1u",
      "250000u",
      "1000000m",
    ]);
  });

  it("can't be those of HTTP/1.1's connections", () => {
    const target = { ...targetAt("127.0.0.1:1"), headers: { Connection: "close" } };
    expect(() => new GrpcConnection(target)).toThrow("'Connection' can't be sent over gRPC");
  });
});
