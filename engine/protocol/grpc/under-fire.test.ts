// Malformed calls, stalling clients and clients that disconnect, while correct requests continue.
import type { CancelSignal } from "../../../base/cancellation.ts";
import { once } from "node:events";
import http2, { type ClientHttp2Session } from "node:http2";
import net from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { seededRandom } from "../../../main/wire/index.ts";
import { EchoEngine } from "../testing/echo-engine.ts";
import { frame } from "./framing/frame.ts";
import { serveEngineGrpc } from "./server.ts";
import type { GrpcServer } from "./wire.ts";

const HOST = "127.0.0.1";
const INFER = "/inference.GRPCInferenceService/ModelInfer";
const METHODS = [
  "ModelInfer",
  "ModelInfer",
  "ModelStreamInfer",
  "RepositoryModelLoad",
  "TraceSetting",
  "LogSettings",
].map((name) => `/inference.GRPCInferenceService/${name}`);

setFlagsFromString("--expose_gc");
const collect = runInNewContext("gc") as () => void;

const request = inference.ModelInferRequest.encode({
  model_name: "echo",
  id: "1",
  parameters: { priority: { int64_param: 3 }, name: { string_param: "x" } },
  inputs: [
    { name: "INPUT0", datatype: "FP32", shape: [1, 2], contents: { fp32_contents: [1, 2] } },
    { name: "INPUT1", datatype: "INT64", shape: [2], contents: { int64_contents: [1, 2] } },
  ],
  outputs: [{ name: "INPUT0", parameters: { classification: { int64_param: 2 } } }],
}).finish();

/** Closed streams are removed a moment later. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  collect();
}

/** Bytes in use after garbage collection. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const STAYING = { timeout: 20_000, interval: 200 };

let engine: EchoEngine;
let server: GrpcServer;
let good: ClientHttp2Session;

beforeEach(async () => {
  engine = new EchoEngine();
  // Keeps no requests, since the tests measure memory.
  engine.requests.push = () => 0;
  server = await serveEngineGrpc(engine, { host: HOST, port: 0 });
  good = connect();
});
afterEach(async () => {
  good.destroy();
  await server.close(AbortSignal.abort());
});

function connect(): ClientHttp2Session {
  const session = http2.connect(`http://${HOST}:${server.port}`);
  session.on("error", () => {});
  return session;
}

/** The status of a call with this body, empty if the server sent none. */
function call(session: ClientHttp2Session, path: string, body: Uint8Array, headers = {}) {
  return new Promise<string>((resolve) => {
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      ...headers,
    });
    let status = "";
    const take = (received: http2.IncomingHttpHeaders) => {
      status = String(received["grpc-status"] ?? status);
    };
    stream.on("response", take);
    stream.on("trailers", take);
    stream.on("error", () => {});
    stream.on("close", () => resolve(status));
    stream.resume();
    stream.end(body);
  });
}

/** The status of a correct request on a new connection. */
function serve(): Promise<string> {
  const body = inference.ModelInferRequest.encode({ model_name: "echo" }).finish();
  return call(good, INFER, frame(body));
}

type Random = ReturnType<typeof seededRandom>;
const below = (random: Random, limit: number) => Math.floor(random() * limit);
const randomBytes = (random: Random, length: number) =>
  Buffer.from(Array.from({ length }, () => below(random, 256)));

/** A correct body, damaged. */
function malformed(random: Random): Buffer {
  const bytes = frame(request);
  const kind = below(random, 6);
  if (kind === 0) return randomBytes(random, below(random, 200));
  if (kind === 1) return bytes.subarray(0, below(random, bytes.length));
  if (kind === 2) bytes.writeUInt32BE(below(random, 2 ** 32), 1);
  if (kind === 3) bytes[0] = below(random, 256);
  if (kind === 4) return Buffer.concat([bytes, randomBytes(random, below(random, 40))]);
  const changes = 1 + below(random, 8);
  for (let i = 0; i < changes; i++) {
    bytes[5 + below(random, request.length)] = below(random, 256);
  }
  return bytes;
}

test("[PROTO-83] 10,000 malformed bodies: each is answered, correct ones too, and no memory leaks", async () => {
  const random = seededRandom(20261121);
  const session = connect();
  const encodings = [{}, {}, {}, { "grpc-encoding": "gzip" }, { "grpc-encoding": "br" }];
  const volley = async (count: number) => {
    for (let sent = 0; sent < count; sent += 100) {
      const statuses = await Promise.all(
        Array.from({ length: 100 }, () => {
          const path = METHODS[below(random, METHODS.length)] as string;
          const headers = encodings[below(random, encodings.length)];
          return call(session, path, malformed(random), headers);
        }),
      );
      expect(statuses).not.toContain("");
      expect(await serve()).toBe("0");
    }
    engine.calls.length = 0;
    await settled();
    return used();
  };
  const before = await volley(4000);
  await volley(6000);
  // Streams may close, and finalizers run, a few collections later.
  await expect.poll(used, STAYING).toBeLessThan(before + (4 << 20));
  session.destroy();
}, 60_000);

test("[PROTO-83] connections that don't speak HTTP/2, or violate it, don't affect others", async () => {
  const random = seededRandom(7);
  const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const openings = [
    Buffer.alloc(0),
    Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
    preface,
    Buffer.concat([preface, settings]),
  ];
  const statuses = new Set<string>();
  for (let i = 0; i < 500; i++) {
    const socket = net.connect(server.port, HOST);
    socket.on("error", () => {});
    const opening = openings[below(random, openings.length)] as Buffer;
    const frameHead = Buffer.concat([
      Buffer.of(0, 0, below(random, 64), below(random, 11), below(random, 256)),
      Buffer.of(0, 0, 0, below(random, 4)),
    ]);
    socket.write(Buffer.concat([opening, frameHead, randomBytes(random, below(random, 80))]));
    if (i % 50 === 0) statuses.add(await serve());
    else await once(socket, "connect");
    socket.destroy();
  }
  statuses.add(await serve());
  expect([...statuses]).toEqual(["0"]);
});

test("[PROTO-83] 1,000 clients that connect, send half a request and disconnect leave nothing behind", async () => {
  const body = frame(request);
  await settled();
  const before = process.memoryUsage().heapUsed;
  const statuses = new Set<string>();
  for (let i = 0; i < 1000; i++) {
    const session = connect();
    await once(session, "connect");
    const stream = session.request({
      ":method": "POST",
      ":path": METHODS[i % METHODS.length],
      "content-type": "application/grpc",
    });
    stream.on("error", () => {});
    stream.write(body.subarray(0, 1 + (i % body.length)));
    if (i % 3 === 0) await new Promise(setImmediate);
    session.destroy();
    if (i % 100 === 0) statuses.add(await serve());
  }
  statuses.add(await serve());
  expect([...statuses]).toEqual(["0"]);
  await settled();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(16 << 20);
}, 60_000);

test("[PROTO-83] queued requests of a client that disconnects are aborted", async () => {
  const signals: (CancelSignal | undefined)[] = [];
  engine.respond = ({ signal }) => {
    signals.push(signal);
    return new Promise(() => {});
  };
  const session = connect();
  for (let i = 0; i < 20; i++) void call(session, INFER, frame(request));
  while (signals.length < 20) await new Promise(setImmediate);
  session.destroy();
  while (signals.some((signal) => !signal?.aborted)) await new Promise(setImmediate);
  engine.respond = undefined;
  expect(await serve()).toBe("0");
});

test("[PROTO-43] closing under load answers every request that was accepted", async () => {
  let accepted = 0;
  engine.respond = async ({ id }) => {
    accepted += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { modelName: "echo", modelVersion: "1", id, parameters: {}, outputs: [] };
  };
  const sessions = Array.from({ length: 4 }, connect);
  const statuses: string[] = [];
  let closing = false;
  const client = async (session: ClientHttp2Session) => {
    while (!closing && !session.closed) statuses.push(await call(session, INFER, frame(request)));
  };
  const clients = sessions.flatMap((session) => Array.from({ length: 16 }, () => client(session)));
  while (accepted < 200) await new Promise((resolve) => setTimeout(resolve, 1));
  const closed = server.close();
  await closed;
  closing = true;
  await Promise.all(clients);
  for (const session of sessions) session.destroy();
  const answered = statuses.filter((status) => status === "0").length;
  expect(answered).toBe(accepted);
});
