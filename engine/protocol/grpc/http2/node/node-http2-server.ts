import http2, { type ServerHttp2Session } from "node:http2";
import type { Server } from "node:net";
import { listenGrpc } from "../../listener.ts";
import type { ServeGrpc } from "../../wire.ts";
import { accept } from "../accept.ts";
import type { Headers } from "../../../http2/header-list.ts";
import type { CallEnvironment } from "../server-call.ts";
import { serverEnvironment, serverLimits, watchStalls } from "../server-environment.ts";
import { Connection } from "./connection.ts";
import { NodeStream } from "./node-stream.ts";

/** Unread bytes that one call may have under way. */
const STREAM_WINDOW_BYTES = 4 << 20;

/**
 * Calls that clients may cancel on one connection, at once and each second. More ends the connection, since
 * each costs us its set-up (the "rapid reset" attack).
 */
const RESETS = { streamResetBurst: 10_000, streamResetRate: 1000 };

/** gRPC on node:http2, without TLS: what our own HTTP/2 is compared with, in tests and benchmarks. */
export const serveNodeHttp2: ServeGrpc = (methods, address, limits = {}) => {
  const shared = serverEnvironment(limits);
  const { maxConcurrentCalls, stallMs } = serverLimits(limits);
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
  const connections = new Map<ServerHttp2Session, CallEnvironment & { connection: Connection }>();
  const byPath = new Map(methods.map((method) => [method.path, method]));
  server.on("session", (session) => {
    connections.set(session, { ...shared, connection: new Connection(session, performance.now()) });
    session.once("close", () => connections.delete(session));
  });
  server.on("stream", (stream, headers) => {
    const environment = connections.get(stream.session as ServerHttp2Session);
    if (environment === undefined || stream.destroyed || stream.closed) return;
    const request = { stream: new NodeStream(stream), headers: headers as Headers };
    accept(request, byPath, environment);
  });
  const checked = () => [...connections.values()].map(({ connection }) => connection);
  server.once("close", watchStalls(shared, checked, stallMs));
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
