// Peers that violate HTTP/2 or exploit it: each is rejected as RFC 9113 requires, while others are
// still served.
import { once } from "node:events";
import net from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { frame } from "../framing/frame.ts";
import type { CallContext, GrpcServer, Method } from "../wire.ts";
import { PREFACE } from "../../http2/frame-reader.ts";
import { controlFrame, FLAG, FRAME, SETTING, settingsFrame, uint32 } from "../../http2/frames.ts";
import { serveHttp2 } from "./http2-server.ts";
import { RawPeer } from "../../testing/raw-http2-peer.ts";

const PATH = "/test.Test/Echo";
const HANG = "/test.Test/Hang";
const LARGE = "/test.Test/Large";
const UNREAD = "/test.Test/Unread";
const LARGE_BYTES = 8 << 20;
const MAX_CALLS = 20;

let server: GrpcServer;
let client: RawPeer;
let hanging: CallContext[] = [];
const clients: RawPeer[] = [];
const methods: Method[] = [
  { path: PATH, handle: (request) => request },
  { path: LARGE, handle: () => Buffer.alloc(LARGE_BYTES) },
  {
    path: UNREAD,
    async stream(_, { signal }) {
      await once(signal, "abort");
    },
  },
  {
    path: HANG,
    handle(_, call) {
      hanging.push(call);
      return new Promise(() => {});
    },
  },
];

beforeEach(async () => {
  hanging = [];
  server = await serveHttp2(
    methods,
    { host: "127.0.0.1", port: 0 },
    { maxConcurrentCalls: MAX_CALLS },
  );
  client = await connect();
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await server.close(AbortSignal.abort());
});

async function connect(): Promise<RawPeer> {
  const connected = await RawPeer.connect(server.port);
  clients.push(connected);
  return connected;
}

const REQUEST = {
  ":method": "POST",
  ":scheme": "http",
  ":path": PATH,
  "content-type": "application/grpc",
};
type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

function block(fields: Fields, by = client): Buffer {
  const entries = Array.isArray(fields) ? fields : Object.entries(fields);
  return by.encoder.encode(
    entries.map(([name, value]: readonly [string, string]) => ({ name, value })),
  );
}

const raw = (type: number, streamId: number, payload: Uint8Array = Buffer.alloc(0), flags = 0) =>
  controlFrame({ type, flags, streamId }, payload);
const open = (streamId: number, fields: Fields = REQUEST, flags = 0) =>
  raw(FRAME.headers, streamId, block(fields), FLAG.endHeaders | flags);
const data = (
  streamId: number,
  bytes: Uint8Array = frame(Buffer.from("hello")),
  flags: number = FLAG.endStream,
) => raw(FRAME.data, streamId, bytes, flags);
const reset = (streamId: number) => raw(FRAME.reset, streamId, uint32(8));
const ping = () => raw(FRAME.ping, 0, Buffer.alloc(8));
const repeat = (count: number, bytes: Buffer) =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

/** A correct call on a connection of its own. */
async function otherIsServed(): Promise<void> {
  const other = await connect();
  other.send(raw(FRAME.headers, 1, block(REQUEST, other), FLAG.endHeaders), data(1));
  const trailers = await other.next(
    ({ flags, type }) => type === FRAME.headers && (flags & FLAG.endStream) !== 0,
  );
  expect(trailers.streamId).toBe(1);
}

describe("ends the connection", () => {
  test.each<[string, string, () => Buffer[]]>([
    ["[H2-4] DATA on stream 0", "protocol", () => [data(0)]],
    [
      "[H2-4] a frame within a header block",
      "protocol",
      () => [raw(FRAME.headers, 1, block(REQUEST)), ping()],
    ],
    [
      "[H2-4] CONTINUATION of another stream",
      "protocol",
      () => [raw(FRAME.headers, 1, block(REQUEST)), raw(FRAME.continuation, 3)],
    ],
    [
      "[H2-4] CONTINUATION of no block",
      "protocol",
      () => [raw(FRAME.continuation, 1, Buffer.alloc(0), FLAG.endHeaders)],
    ],
    ["[H2-2] PING of 7 bytes", "frameSize", () => [raw(FRAME.ping, 0, Buffer.alloc(7))]],
    [
      "[H2-2] RST_STREAM of 3 bytes",
      "frameSize",
      () => [open(1), raw(FRAME.reset, 1, Buffer.alloc(3))],
    ],
    [
      "[H2-2] WINDOW_UPDATE of 5 bytes",
      "frameSize",
      () => [raw(FRAME.windowUpdate, 0, Buffer.alloc(5))],
    ],
    ["[H2-2] SETTINGS of 7 bytes", "frameSize", () => [raw(FRAME.settings, 0, Buffer.alloc(7))]],
    [
      "[H2-2] SETTINGS acknowledgement with payload",
      "frameSize",
      () => [raw(FRAME.settings, 0, Buffer.alloc(6), FLAG.ack)],
    ],
    [
      "[H2-2] a frame over the announced size",
      "frameSize",
      () => [raw(FRAME.data, 1, Buffer.alloc(262_145))],
    ],
    [
      "[H2-3] HEADERS with more padding than payload",
      "protocol",
      () => [raw(FRAME.headers, 1, Buffer.of(9, 0x82), FLAG.padded | FLAG.endHeaders)],
    ],
    ["[H2-5] PING on a stream", "protocol", () => [raw(FRAME.ping, 1, Buffer.alloc(8))]],
    ["[H2-5] SETTINGS on a stream", "protocol", () => [raw(FRAME.settings, 1)]],
    ["[H2-5] PUSH_PROMISE", "protocol", () => [raw(FRAME.pushPromise, 1, Buffer.alloc(8))]],
    ["[H2-5] ENABLE_PUSH of 2", "protocol", () => [settingsFrame([[SETTING.enablePush, 2]])]],
    ["[H2-5] MAX_FRAME_SIZE of 1", "protocol", () => [settingsFrame([[SETTING.maxFrameSize, 1]])]],
    [
      "[H2-30] INITIAL_WINDOW_SIZE of 2³¹",
      "flowControl",
      () => [settingsFrame([[SETTING.initialWindowSize, 2 ** 31]])],
    ],
    [
      "[H2-11] an invalid header block",
      "compression",
      () => [raw(FRAME.headers, 1, Buffer.of(0x80), FLAG.endHeaders)],
    ],
    [
      "[H2-11] a dynamic table that is too large",
      "compression",
      () => [raw(FRAME.headers, 1, Buffer.of(0x3f, 0xe2, 0xff, 0x03), FLAG.endHeaders)],
    ],
    ["[H2-20] HEADERS on an even stream", "protocol", () => [open(2)]],
    ["[H2-20] DATA on an idle stream", "protocol", () => [data(1)]],
    ["[H2-20] RST_STREAM of an idle stream", "protocol", () => [reset(1)]],
    [
      "[H2-20] WINDOW_UPDATE of an idle stream",
      "protocol",
      () => [raw(FRAME.windowUpdate, 1, uint32(1))],
    ],
    ["[H2-20] a stream id that was passed over", "streamClosed", () => [open(5), open(3)]],
    [
      "[H2-30] the connection's window grows by 0",
      "protocol",
      () => [raw(FRAME.windowUpdate, 0, uint32(0))],
    ],
    [
      "[H2-30] the connection's window overflows",
      "flowControl",
      () => [raw(FRAME.windowUpdate, 0, uint32(2 ** 31 - 1))],
    ],
    [
      "[H2-30] a stream's window overflows by SETTINGS",
      "flowControl",
      () => [
        open(1),
        raw(FRAME.windowUpdate, 1, uint32(2 ** 31 - 1 - 65_535)),
        settingsFrame([[SETTING.initialWindowSize, 65_536]]),
      ],
    ],
    ["[H2-40] a flood of SETTINGS", "enhanceYourCalm", () => [repeat(20_000, settingsFrame([]))]],
    ["[H2-40] a flood of PING", "enhanceYourCalm", () => [repeat(20_000, ping())]],
    [
      "[H2-40] a flood of PRIORITY",
      "enhanceYourCalm",
      () => [repeat(20_000, raw(FRAME.priority, 1, Buffer.alloc(5)))],
    ],
    ["[H2-40] a flood of unknown frames", "enhanceYourCalm", () => [repeat(20_000, raw(0x42, 0))]],
    [
      "[H2-40] a flood of empty DATA",
      "enhanceYourCalm",
      () => [open(1), repeat(20_000, data(1, Buffer.alloc(0), 0))],
    ],
    [
      "[H2-41] a flood of CONTINUATION",
      "enhanceYourCalm",
      () => [raw(FRAME.headers, 1, block(REQUEST)), repeat(20, raw(FRAME.continuation, 1))],
    ],
    [
      "[H2-41] a header block without end",
      "enhanceYourCalm",
      () => [raw(FRAME.headers, 1, Buffer.alloc(70_000))],
    ],
  ])("%s", async (_, error, frames) => {
    client.send(...frames());
    expect(await client.goAway()).toBe(error);
    await otherIsServed();
  });

  test("[H2-1] that begins with HTTP/1.1", async () => {
    const socket = net.connect(server.port, "127.0.0.1");
    const other = new RawPeer(socket);
    clients.push(other);
    socket.write("GET / HTTP/1.1\r\n\r\n");
    expect(await other.goAway()).toBe("protocol");
  });

  test("[H2-4] that doesn't start with SETTINGS", async () => {
    const socket = net.connect(server.port, "127.0.0.1");
    const other = new RawPeer(socket);
    clients.push(other);
    other.send(PREFACE, ping());
    expect(await other.goAway()).toBe("protocol");
  });

  test("[H2-40] rapid reset", async () => {
    for (let id = 1; id < 40_000; id += 2) client.send(open(id), reset(id));
    expect(await client.goAway()).toBe("enhanceYourCalm");
    await otherIsServed();
  });

  test("[H2-40] protocol errors that make the server send resets", async () => {
    for (let id = 1; id < 40_000; id += 2)
      client.send(open(id), raw(FRAME.windowUpdate, id, uint32(0)));
    expect(await client.goAway()).toBe("enhanceYourCalm");
  });

  test("[H2-21] DATA on a closed stream", async () => {
    client.send(open(1), data(1));
    await client.next(({ flags, streamId }) => streamId === 1 && (flags & FLAG.endStream) !== 0);
    client.send(data(1));
    expect(await client.goAway()).toBe("streamClosed");
  });
});

describe("resets only the stream", () => {
  const without = (name: string) => Object.entries(REQUEST).filter(([key]) => key !== name);
  test.each<[string, string, () => Buffer[]]>([
    ["[H2-22] an upper-case name", "protocol", () => [open(1, { ...REQUEST, "X-Upper": "1" })]],
    ["[H2-22] connection", "protocol", () => [open(1, { ...REQUEST, connection: "close" })]],
    [
      "[H2-22] transfer-encoding",
      "protocol",
      () => [open(1, { ...REQUEST, "transfer-encoding": "chunked" })],
    ],
    ["[H2-22] te: gzip", "protocol", () => [open(1, { ...REQUEST, te: "gzip" })]],
    [
      "[H2-22] an unknown pseudo-header field",
      "protocol",
      () => [open(1, { ":what": "1", ...REQUEST })],
    ],
    [
      "[H2-22] a pseudo-header field behind others",
      "protocol",
      () => [open(1, [["te", "trailers"], ...Object.entries(REQUEST)])],
    ],
    [
      "[H2-22] :path twice",
      "protocol",
      () => [open(1, [[":path", "/"], ...Object.entries(REQUEST)])],
    ],
    ["[H2-22] no :path", "protocol", () => [open(1, without(":path"))]],
    ["[H2-22] no :method", "protocol", () => [open(1, without(":method"))]],
    ["[H2-22] a line break in a value", "protocol", () => [open(1, { ...REQUEST, x: "a\r\nb" })]],
    [
      "[H2-22] content-length that is not kept",
      "protocol",
      () => [open(1, { ...REQUEST, "content-length": "99" }), data(1)],
    ],
    [
      "[H2-22] trailers with pseudo-header fields",
      "protocol",
      () => [open(1), open(1, { ":method": "POST" }, FLAG.endStream)],
    ],
    ["[H2-22] trailers without END_STREAM", "protocol", () => [open(1), open(1, { a: "b" })]],
    [
      "[H2-21] DATA behind the client's end",
      "streamClosed",
      () => [open(1, { ...REQUEST, ":path": HANG }), data(1), data(1)],
    ],
    [
      "[H2-30] its window grows by 0",
      "protocol",
      () => [open(1), raw(FRAME.windowUpdate, 1, uint32(0))],
    ],
    [
      "[H2-30] its window overflows",
      "flowControl",
      () => [open(1), raw(FRAME.windowUpdate, 1, uint32(2 ** 31 - 1))],
    ],
    [
      "[H2-5] PRIORITY of 4 bytes",
      "frameSize",
      () => [open(1), raw(FRAME.priority, 1, Buffer.alloc(4))],
    ],
  ])("%s", async (_, error, frames) => {
    client.send(...frames());
    expect(await client.reset(1)).toBe(error);
    await client.lives();
  });

  test("[H2-23] beyond the stream limit, and accepts new ones after one ends", async () => {
    const hang = { ...REQUEST, ":path": HANG };
    for (let i = 0; i <= MAX_CALLS; i++) client.send(open(2 * i + 1, hang), data(2 * i + 1));
    expect(await client.reset(2 * MAX_CALLS + 1)).toBe("refusedStream");
    client.send(reset(1), open(101), data(101));
    await client.next(({ streamId, flags }) => streamId === 101 && (flags & FLAG.endStream) !== 0);
    expect(hanging[0]?.signal.aborted).toBe(true);
    expect(hanging[1]?.signal.aborted).toBe(false);
  });
});

test("[H2-5] unknown frames and settings, PRIORITY and frames for a reset stream change nothing", async () => {
  client.send(
    raw(0x42, 7, Buffer.alloc(30), 0xff),
    settingsFrame([[0x99, 1]]),
    raw(FRAME.priority, 1, Buffer.alloc(5)),
    open(1),
    reset(1),
    data(1),
    raw(FRAME.windowUpdate, 1, uint32(5)),
    reset(1),
    open(3),
    data(3),
  );
  await client.next(({ streamId, flags }) => streamId === 3 && (flags & FLAG.endStream) !== 0);
  expect(client.received.some(({ type }) => type === FRAME.reset)).toBe(false);
});

test("[H2-3] accepts padding and priority in HEADERS, padded DATA and client trailers", async () => {
  const padded = Buffer.concat([Buffer.of(3), Buffer.alloc(5), block(REQUEST), Buffer.alloc(3)]);
  client.send(
    raw(FRAME.headers, 1, padded, FLAG.padded | FLAG.priority | FLAG.endHeaders),
    data(
      1,
      Buffer.concat([Buffer.of(2), frame(Buffer.from("hello")), Buffer.alloc(2)]),
      FLAG.padded,
    ),
    open(1, { own: "trailer" }, FLAG.endStream),
  );
  const { payload } = await client.next(({ type }) => type === FRAME.data);
  expect(payload).toEqual(frame(Buffer.from("hello")));
});

test("[H2-23] answers a header list over 32 KiB with 431, however it is compressed", async () => {
  const long = "x".repeat(4000);
  // The same field from the dynamic table, one byte each.
  const bomb = Buffer.concat([
    block(REQUEST),
    Buffer.of(0x40, 1, 0x61, 0x7f, 0xa1, 0x1e),
    Buffer.from(long),
    Buffer.alloc(10_000, 0xbe),
  ]);
  client.send(raw(FRAME.headers, 1, bomb, FLAG.endHeaders | FLAG.endStream));
  const response = await client.next(({ type }) => type === FRAME.headers);
  expect(client.headers(response)).toEqual({ ":status": "431" });
  await client.lives();
});

test("[H2-30] responses respect the windows of stream and connection, negative ones included", async () => {
  const sent = () =>
    client.received
      .filter(({ type }) => type === FRAME.data)
      .reduce((sum, { payload }) => sum + payload.length, 0);
  client.send(settingsFrame([[SETTING.initialWindowSize, 1000]]));
  client.send(open(1, { ...REQUEST, ":path": LARGE }), data(1));
  await client.next(({ type }) => type === FRAME.data);
  await client.lives();
  expect(sent()).toBe(1000);
  client.send(settingsFrame([[SETTING.initialWindowSize, 0]]));
  client.send(raw(FRAME.windowUpdate, 1, uint32(1000)));
  await client.lives();
  expect(sent()).toBe(1000);
  client.send(raw(FRAME.windowUpdate, 1, uint32(500)));
  await client.lives();
  expect(sent()).toBe(1500);
  client.send(raw(FRAME.windowUpdate, 1, uint32(2 ** 30)));
  await client.lives();
  expect(sent()).toBe(65_535);
  client.send(raw(FRAME.windowUpdate, 0, uint32(2 ** 30)));
  await client.next(({ flags, streamId }) => streamId === 1 && (flags & FLAG.endStream) !== 0);
  expect(sent()).toBe(LARGE_BYTES + 5);
});

test("[H2-31] data buffered for a paused reader is bounded by the stream's window", async () => {
  client.send(open(1, { ...REQUEST, ":path": UNREAD }));
  const message = frame(Buffer.alloc(200_000));
  client.send(repeat(20, data(1, message, 0)));
  await client.lives();
  client.send(repeat(2, data(1, message, 0)));
  expect(await client.reset(1)).toBe("flowControl");
  await client.lives();
});

test("[H2-41] does not send tiny frames into tiny windows without limit", async () => {
  client.send(settingsFrame([[SETTING.initialWindowSize, 1]]));
  const ids = Array.from({ length: MAX_CALLS }, (_, i) => 2 * i + 1);
  for (const id of ids) client.send(open(id, { ...REQUEST, ":path": LARGE }), data(id));
  const widen = Buffer.concat(ids.map((id) => raw(FRAME.windowUpdate, id, uint32(1))));
  const isOver = () => client.received.some(({ type }) => type === FRAME.goAway);
  while (!isOver()) {
    client.received.length = 0;
    for (let i = 0; i < 50; i++) {
      client.send(widen);
      await new Promise(setImmediate);
    }
  }
  expect(await client.goAway()).toBe("enhanceYourCalm");
});

test("[H2-32] does not write without limit to a peer that reads nothing", async () => {
  client.send(settingsFrame([[SETTING.initialWindowSize, 2 ** 31 - 1]]));
  client.send(raw(FRAME.windowUpdate, 0, uint32(2 ** 30)));
  client.socket.pause();
  for (let i = 0; i < 10; i++)
    client.send(open(2 * i + 1, { ...REQUEST, ":path": LARGE }), data(2 * i + 1));
  await otherIsServed();
  client.socket.resume();
  for (let i = 0; i < 10; i++) {
    await client.next(
      ({ flags, streamId }) => streamId === 2 * i + 1 && (flags & FLAG.endStream) !== 0,
    );
  }
  const bytes = client.received
    .filter(({ type }) => type === FRAME.data)
    .reduce((sum, { payload }) => sum + payload.length, 0);
  expect(bytes).toBe(10 * (LARGE_BYTES + 5));
});

test("[PROTO-37] a peer that half-closes its connection aborts its calls", async () => {
  client.send(open(1, { ...REQUEST, ":path": HANG }), data(1));
  await expect.poll(() => hanging.length).toBe(1);
  const closed = once(client.socket, "close");
  client.socket.end();
  await closed;
  await expect.poll(() => hanging[0]?.signal.aborted).toBe(true);
});

test("[H2-25] closing sends GOAWAY, rejects later streams and answers earlier ones", async () => {
  client.send(open(1, REQUEST), data(1, frame(Buffer.from("hello")).subarray(0, 7), 0));
  await client.lives();
  const closed = server.close();
  expect(await client.goAway()).toBe("none");
  client.send(open(3), data(3));
  expect(await client.reset(3)).toBe("refusedStream");
  client.send(data(1, frame(Buffer.from("hello")).subarray(7)));
  await client.next(({ flags, streamId }) => streamId === 1 && (flags & FLAG.endStream) !== 0);
  await closed;
});

test("[H2-25] closing also waits for clients to end streams that were already answered", async () => {
  client.send(open(1), data(1, frame(Buffer.from("hello")), 0));
  await client.next(({ flags, streamId }) => streamId === 1 && (flags & FLAG.endStream) !== 0);
  const closed = server.close();
  expect(await client.goAway()).toBe("none");
  client.send(data(1, Buffer.alloc(0)));
  await closed;
});
