import type { CancelSignal } from "../../../../base/cancellation.ts";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http2, { type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { STATUS_CODES } from "../../../../base/status-error.ts";
import { frame } from "../framing/frame.ts";
import { decodeStatusMessage } from "../framing/status-message.ts";
import { serveGrpcJs } from "../../testing/grpc-js-server.ts";
import type { CallContext, GrpcServer, Method, ServeGrpc, WireLimits } from "../wire.ts";
import { serveHttp2 } from "./http2-server.ts";
import { serveNodeHttp2 } from "./node/node-http2-server.ts";

const ECHO = "/test.Test/Echo";
const STREAM = "/test.Test/Stream";
const host = "127.0.0.1";

const servers: GrpcServer[] = [];
const sessions: ClientHttp2Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close(AbortSignal.abort())));
});

const contexts: CallContext[] = [];
const echo: Method = {
  path: ECHO,
  handle(request, call) {
    contexts.push(call);
    return request;
  },
};
const streamEcho: Method = {
  path: STREAM,
  async stream(requests, call) {
    for await (const request of requests) await call.write(request);
  },
};

async function start(
  limits: WireLimits = {},
  { serve = serveHttp2 as ServeGrpc, methods = [echo, streamEcho] as readonly Method[] } = {},
): Promise<GrpcServer> {
  const server = await serve(methods, { host, port: 0 }, limits);
  servers.push(server);
  return server;
}

function connect(port: number, options?: http2.ClientSessionOptions): ClientHttp2Session {
  const session = http2.connect(`http://${host}:${port}`, options);
  session.on("error", () => {});
  sessions.push(session);
  return session;
}

interface Received {
  readonly http: number;
  readonly status: string | undefined;
  readonly message: string;
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** Sends the pieces one by one and reads the whole response. */
async function call(
  session: ClientHttp2Session,
  pieces: readonly Buffer[],
  headers: Record<string, string> = {},
  { end = true, path = ECHO } = {},
): Promise<Received> {
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  let response: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders = {};
  stream.on("response", (received) => (response = received));
  stream.on("trailers", (received) => (trailers = received));
  stream.on("error", () => {});
  const closed = new Promise<void>((resolve) => stream.on("close", resolve));
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise(setImmediate);
  }
  if (end) stream.end();
  await closed;
  const code = Number(trailers["grpc-status"] ?? response["grpc-status"]);
  return {
    http: Number(response[":status"]),
    status: STATUS_CODES[code],
    message: decodeStatusMessage(
      String(trailers["grpc-message"] ?? response["grpc-message"] ?? ""),
    ),
    body: Buffer.concat(chunks),
    headers: response,
  };
}

const hello = Buffer.from("hello");
const GRPC = { "content-type": "application/grpc", te: "trailers" };

describe.each([
  ["our HTTP/2", serveHttp2],
  ["node:http2", serveNodeHttp2],
  ["grpc-js", serveGrpcJs],
])("%s", (_, serve) => {
  test("[PROTO-72] a message arrives complete, however it is split into frames", async () => {
    const session = connect((await start({}, { serve })).port);
    const big = Buffer.from(Array.from({ length: 700_000 }, (_unused, i) => i % 251));
    for (const message of [Buffer.alloc(0), hello, big]) {
      const bytes = frame(message);
      const cuts = [[bytes], [bytes.subarray(0, 3), bytes.subarray(3)]];
      cuts.push([bytes.subarray(0, 5), bytes.subarray(5, 7), bytes.subarray(7)]);
      cuts.push(Array.from({ length: 4 }, (_unused, i) => bytes.subarray(i * 7, (i + 1) * 7)));
      cuts.at(-1)?.push(bytes.subarray(28));
      for (const pieces of cuts) {
        const { status, body } = await call(
          session,
          pieces.filter((piece) => piece.length > 0),
        );
        expect([status, body.equals(bytes)]).toEqual(["OK", true]);
      }
    }
  });

  test("[PROTO-72] a message larger than its first allocation arrives complete", async () => {
    const session = connect((await start({}, { serve })).port);
    const large = frame(Buffer.from(Uint8Array.from({ length: 9 << 20 }, (_unused, i) => i % 241)));
    const { status, body } = await call(session, [large]);
    expect([status, body.equals(large)]).toEqual(["OK", true]);
  });

  test("[PROTO-72] several messages of a stream arrive in one piece or in many", async () => {
    const session = connect((await start({}, { serve })).port);
    const all = Buffer.concat(["a", "", "bcd"].map((text) => frame(Buffer.from(text))));
    const bytes = Array.from(all, (byte) => Buffer.of(byte));
    for (const pieces of [[all], bytes]) {
      const { status, body } = await call(session, pieces, {}, { path: STREAM });
      expect([status, body]).toEqual(["OK", all]);
    }
  });

  test("[PROTO-73] unknown methods and encodings are UNIMPLEMENTED", async () => {
    const session = connect((await start({}, { serve })).port);
    const unknown = await call(session, [frame(hello)], {}, { path: "/test.Test/Nosuch" });
    expect(unknown.status).toBe("UNIMPLEMENTED");
    const snappy = await call(session, [frame(hello, true)], { "grpc-encoding": "snappy" });
    expect(snappy.status).toBe("UNIMPLEMENTED");
    if (serve === serveGrpcJs) return;
    expect(snappy.headers["grpc-accept-encoding"]).toBe("identity,deflate,gzip");
  });

  test("[PROTO-73] [BROWSER-5] requests that aren't gRPC, gRPC-Web included, get an HTTP status", async () => {
    const session = connect((await start({}, { serve })).port);
    const web = ["application/grpc-web", "application/grpc-web-text"];
    for (const type of ["text/html", ...(serve === serveGrpcJs ? [] : web)]) {
      const response = await call(session, [], { "content-type": type });
      expect(response.http).toBe(415);
    }
  });

  test("[PROTO-74] accepts compressed requests", async () => {
    const session = connect((await start({}, { serve })).port);
    const bytes = frame(gzipSync(hello), true);
    const { status, body } = await call(session, [bytes], { "grpc-encoding": "gzip" });
    expect([status, body]).toEqual(["OK", frame(hello)]);
    const mixed = Buffer.concat([bytes, frame(Buffer.from("plain")), bytes]);
    const stream = await call(session, [mixed], { "grpc-encoding": "gzip" }, { path: STREAM });
    const plain = ["hello", "plain", "hello"].map((text) => frame(Buffer.from(text)));
    expect(stream.body).toEqual(Buffer.concat(plain));
  });

  test("[PROTO-75] a message over the limit is rejected", async () => {
    const session = connect((await start({ maxMessageBytes: 1000 }, { serve })).port);
    const { status, message } = await call(session, [frame(Buffer.alloc(1001))]);
    expect(status).toBe("RESOURCE_EXHAUSTED");
    expect(message).toMatch(/^Received message larger than max/i);
    expect((await call(session, [frame(Buffer.alloc(1000))])).status).toBe("OK");
  });
});

test("[PROTO-74] a response is compressed like its request if the client accepts that", async () => {
  const session = connect((await start()).port);
  const text = Buffer.from("hello".repeat(1000));
  const { headers, body } = await call(session, [frame(gzipSync(text), true)], {
    "grpc-encoding": "gzip",
    "grpc-accept-encoding": "identity, gzip",
  });
  expect(headers["grpc-encoding"]).toBe("gzip");
  expect(gunzipSync(body.subarray(5))).toEqual(text);
});

test("[PROTO-74] a compressed message that is corrupt or too large is rejected", async () => {
  const session = connect((await start({ maxMessageBytes: 1 << 20 })).port);
  const gzip = { "grpc-encoding": "gzip" };
  expect((await call(session, [frame(hello, true)], gzip)).status).toBe("INTERNAL");
  expect((await call(session, [frame(gzipSync(hello), true)])).status).toBe("INTERNAL");
  const bomb = frame(gzipSync(Buffer.alloc(2 << 20)), true);
  expect((await call(session, [bomb], gzip)).status).toBe("RESOURCE_EXHAUSTED");
});

test("[PROTO-75] an announced length over the limit is rejected before its bytes arrive and allocates nothing", async () => {
  const session = connect((await start()).port);
  const announced = Buffer.of(0, 0xff, 0xff, 0xff, 0xff);
  const { status, message } = await call(session, [announced], {}, { end: false });
  expect([status, message]).toEqual([
    "RESOURCE_EXHAUSTED",
    "Received message larger than max (4294967295 vs. 67108864)",
  ]);
});

test("[PROTO-76] arriving messages share a budget, and a finished call returns its bytes", async () => {
  const session = connect((await start({ maxBufferedBytes: 900_000 })).port);
  const big = frame(Buffer.alloc(500_000));
  const partial = session.request({
    ":method": "POST",
    ":path": ECHO,
    "content-type": "application/grpc",
  });
  partial.on("error", () => {});
  partial.write(big.subarray(0, 300_000));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await call(session, [big])).status).toBe("RESOURCE_EXHAUSTED");
  partial.close(http2.constants.NGHTTP2_CANCEL);
  await once(partial, "close");
  for (let i = 0; i < 3; i++) expect((await call(session, [big])).status).toBe("OK");
});

test("[PROTO-77] a message that stops arriving is aborted", async () => {
  const session = connect((await start({ stallMs: 60 })).port);
  const { status } = await call(session, [frame(hello).subarray(0, 7)], {}, { end: false });
  expect(status).toBe("CANCELLED");
  expect((await call(session, [], {}, { end: false })).status).toBe("CANCELLED");
});

test("[PROTO-77] closes a connection whose peer doesn't answer pings", async () => {
  const { port } = await start({ stallMs: 60 });
  const socket = net.connect(port, host);
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesWritten).toBe(0);
});

test("[PROTO-78] a request without a message, with two, or with half of one is INTERNAL", async () => {
  const session = connect((await start()).port);
  expect((await call(session, [])).status).toBe("INTERNAL");
  expect((await call(session, [frame(hello).subarray(0, 7)])).status).toBe("INTERNAL");
  expect((await call(session, [Buffer.of(7, 0, 0, 0, 0)])).status).toBe("INTERNAL");
});

test("[PROTO-79] the client is identified by address and user agent", async () => {
  const session = connect((await start()).port);
  contexts.length = 0;
  for (const agent of ["one", "one", "two"]) {
    await call(session, [frame(hello)], { "user-agent": agent });
  }
  const [first, second, third] = contexts.map(({ client }) => client);
  expect(first).toEqual({ address: host, userAgent: "one" });
  expect(second).toBe(first);
  expect(third).toEqual({ address: host, userAgent: "two" });
});

test("[PROTO-80] the server enforces the deadline and rejects a malformed one", async () => {
  let aborted: CancelSignal | undefined;
  const wait: Method = {
    path: ECHO,
    handle({ length }, { signal }) {
      aborted = signal;
      return new Promise<Uint8Array>(() => length);
    },
  };
  const session = connect((await start({}, { methods: [wait, streamEcho] })).port);
  const { status, message } = await call(session, [frame(hello)], { "grpc-timeout": "20m" });
  expect([status, message]).toEqual(["DEADLINE_EXCEEDED", "Deadline Exceeded"]);
  expect(aborted?.aborted).toBe(true);
  for (const path of [ECHO, STREAM]) {
    const soon = await call(session, [frame(hello)], { "grpc-timeout": "soon" }, { path });
    expect(soon.status).toBe("INTERNAL");
  }
});

test("[PROTO-81] rejects calls over the limit and ends a connection that keeps resetting them", async () => {
  const { port } = await start({ maxConcurrentCalls: 10 });
  const session = connect(port);
  const many = () => Array.from({ length: 50 }, () => call(session, [frame(hello)]));
  const early = await Promise.all(many());
  expect(early.filter(({ status }) => status === "OK").length).toBeGreaterThanOrEqual(10);
  const agreed = await Promise.all(many());
  expect(agreed.every(({ status }) => status === "OK")).toBe(true);
  const abuser = connect(port);
  await once(abuser, "connect");
  let resets = 0;
  while (!abuser.closed && !abuser.destroyed && resets < 50_000) {
    const stream = abuser.request({ ":method": "POST", ":path": ECHO });
    stream.on("error", () => {});
    stream.close(http2.constants.NGHTTP2_CANCEL);
    resets += 1;
    if (resets % 100 === 0) await new Promise(setImmediate);
  }
  expect(resets).toBeLessThan(50_000);
  expect((await call(session, [frame(hello)])).status).toBe("OK");
});

test("[PROTO-82] a slow reader of a stream delays only its own requests", async () => {
  const session = connect((await start()).port);
  const stream = session.request({
    ":method": "POST",
    ":path": STREAM,
    "content-type": "application/grpc",
  });
  stream.on("error", () => {});
  stream.pause();
  const message = frame(Buffer.alloc(100_000));
  let written = 0;
  while (written < 1000 && stream.writableLength < 8 << 20) {
    stream.write(message);
    written += 1;
    await new Promise(setImmediate);
  }
  expect(written).toBeLessThan(1000);
  expect((await call(session, [frame(hello)])).status).toBe("OK");
  stream.close(http2.constants.NGHTTP2_CANCEL);
});

test("[PROTO-43] closing waits for a response as long as parts of it are sent", async () => {
  const response = Buffer.alloc(48 << 20);
  const large: Method = { path: ECHO, handle: () => response };
  const server = await start({}, { methods: [large] });
  const session = connect(server.port);
  const stream = session.request({ ":method": "POST", ":path": ECHO, ...GRPC });
  stream.end(frame(hello));
  let closed: Promise<void> | undefined;
  let received = 0;
  // About 100 ms for each 2 MiB: longer than the server waits for a stalled connection.
  let next = 2 << 20;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    closed ??= server.close();
    received += chunk.length;
    if (received < next) continue;
    next += 2 << 20;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(received).toBe(response.length + 5);
  session.destroy();
  await closed;
});

test("[H2-7] an internal error ends its connection and is reported once", async () => {
  const faults: string[] = [];
  const faulty: Method = {
    path: "/test.Test/Faulty",
    handle: () => Buffer.alloc(0),
    get maxRequestBytes(): number {
      throw new TypeError("no such limit");
    },
  };
  const onFault = (sentence: string) => void faults.push(sentence);
  const server = await serveHttp2([faulty, echo], { host, port: 0 }, { onFault });
  servers.push(server);
  for (const _ of [1, 2]) {
    const session = http2.connect(`http://${host}:${server.port}`);
    sessions.push(session);
    session.on("error", () => {});
    const stream = session.request({
      ":method": "POST",
      ":path": faulty.path,
      "content-type": "application/grpc",
    });
    stream.on("error", () => {});
    const [code] = (await once(session, "goaway")) as [number];
    expect(code).toBe(http2.constants.NGHTTP2_INTERNAL_ERROR);
  }
  expect(faults).toEqual([
    expect.stringMatching(/^An internal error ended a gRPC connection: TypeError: no such limit\n/),
  ]);
  const session = http2.connect(`http://${host}:${server.port}`);
  sessions.push(session);
  expect((await call(session, [frame(hello)])).status).toBe("OK");
});

test("[H2-6] over TLS, HTTP/2 is negotiated by ALPN", async ({ skip }) => {
  const folder = mkdtempSync(join(tmpdir(), "wire-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-newkey", "rsa:2048"];
  try {
    execFileSync("openssl", ["req", "-x509", ...subject, "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
  } catch {
    skip("openssl is not installed");
  }
  const tls = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  rmSync(folder, { recursive: true });
  const server = await serveHttp2([echo], { host, port: 0 }, { tls });
  servers.push(server);
  const session = http2.connect(`https://${host}:${server.port}`, {
    ca: tls.cert,
    servername: "localhost",
    checkServerIdentity: () => undefined,
  });
  sessions.push(session);
  const { status, body } = await call(session, [frame(hello)]);
  expect([status, body]).toEqual(["OK", frame(hello)]);
  const other = connectTls({
    host,
    port: server.port,
    ca: tls.cert,
    ALPNProtocols: ["http/1.1"],
    checkServerIdentity: () => undefined,
  });
  await expect(once(other, "secureConnect")).rejects.toThrow(/no application protocol/);
});
