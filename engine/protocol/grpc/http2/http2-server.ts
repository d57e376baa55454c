import http2, {
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";
import type { Server } from "node:net";
import { CallsUnderWay } from "../calls-under-way.ts";
import { ByteBudget } from "../../byte-budget.ts";
import { listenGrpc } from "../listener.ts";
import { MAX_MESSAGE_BYTES, type Method, type ServeGrpc } from "../wire.ts";
import { Connection } from "./connection.ts";
import type { CallEnvironment, ServerEnvironment } from "./server-call.ts";
import { StreamingCall } from "./streaming-call.ts";
import { UnaryCall } from "./unary-call.ts";

/** Memory for requests of the default size, so that many clients may send at a time. */
const MIN_BUFFERED_BYTES = 256 * 1024 * 1024;

/** Unread bytes that one call may have under way. */
const STREAM_WINDOW_BYTES = 4 << 20;

/**
 * Calls that clients may cancel on one connection, at once and each second. More ends the connection, since
 * each costs us its set-up (the "rapid reset" attack).
 */
const RESETS = { streamResetBurst: 10_000, streamResetRate: 1000 };

const NO_DATE = { endStream: true, sendDate: false };

/** gRPC on node:http2, without TLS. */
export const serveHttp2: ServeGrpc = (methods, address, limits = {}) => {
  const {
    maxMessageBytes = MAX_MESSAGE_BYTES,
    maxBufferedBytes = Math.max(2 * maxMessageBytes, MIN_BUFFERED_BYTES),
    maxConcurrentCalls = 4096,
    stallMs = 60_000,
  } = limits;
  const server = http2.createServer({
    ...RESETS,
    settings: {
      initialWindowSize: STREAM_WINDOW_BYTES,
      maxConcurrentStreams: maxConcurrentCalls,
      maxFrameSize: 256 * 1024,
      maxHeaderListSize: 32 * 1024,
      enablePush: false,
    },
    // Counts what is on its way to the client, which the calls at a time bound already. In MB.
    maxSessionMemory: 2 ** 20,
    maxSessionInvalidFrames: 100,
    // Calls beyond the agreed number, of a client that sent them before it knew that number.
    maxSessionRejectedStreams: 10_000,
  });
  const shared: ServerEnvironment = {
    limits: { maxMessageBytes, budget: new ByteBudget(maxBufferedBytes) },
    calls: new CallsUnderWay(),
    waiting: new Set(),
    streams: new Set(),
  };
  const connections = new Map<ServerHttp2Session, CallEnvironment>();
  const byPath = new Map(methods.map((method) => [method.path, method]));
  server.on("session", (session) => {
    connections.set(session, { ...shared, connection: new Connection(session, performance.now()) });
    session.once("close", () => connections.delete(session));
  });
  server.on("stream", (stream, headers) => {
    const environment = connections.get(stream.session as ServerHttp2Session);
    if (environment === undefined || stream.destroyed || stream.closed) return;
    const method = accept(stream, headers, byPath);
    if (method === undefined) return;
    const call =
      "handle" in method
        ? new UnaryCall(method, stream, headers, environment)
        : new StreamingCall(method, stream, headers, environment);
    call.start();
  });
  const watch = setInterval(() => {
    const now = performance.now();
    for (const call of shared.waiting) call.checkProgress(now, stallMs);
    for (const { connection } of connections.values()) connection.check(now, stallMs);
  }, stallMs / 4).unref();
  server.once("close", () => clearInterval(watch));
  return listenGrpc({
    server: server as unknown as Server,
    address,
    calls: shared.calls,
    goAway: () => {
      for (const call of shared.streams) call.close();
      for (const { connection } of connections.values()) connection.goAway();
    },
  });
};

/** The method that a request names; others are answered here. */
function accept(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  methods: ReadonlyMap<string, Method>,
): Method | undefined {
  const method = methods.get(headers[":path"] ?? "");
  const type = headers["content-type"];
  if (method && headers[":method"] === "POST" && type === "application/grpc") return method;
  const refuse = (answer: string[]) => {
    stream.on("error", () => {});
    stream.respond(answer, NO_DATE);
    if (!stream.readableEnded) stream.close(http2.constants.NGHTTP2_NO_ERROR);
  };
  if (headers[":method"] !== "POST") refuse([":status", "405", "allow", "POST"]);
  else if (!/^application\/grpc([+;]|$)/.test(type ?? "")) refuse([":status", "415"]);
  else if (method) return method;
  else {
    const [status, code] = ["grpc-status", "12"];
    const words = "this server has no such method";
    refuse([
      ":status",
      "200",
      "content-type",
      "application/grpc",
      status,
      code,
      "grpc-message",
      words,
    ]);
  }
  return undefined;
}
