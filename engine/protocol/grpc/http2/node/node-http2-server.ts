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

/** Unread bytes per call. */
const STREAM_WINDOW_BYTES = 4 << 20;

/**
 * Cancellations per connection, as a burst and per second. More ends the connection, since each
 * costs us setting up a call ("rapid reset").
 */
const RESETS = { streamResetBurst: 10_000, streamResetRate: 1000 };

/** gRPC on node:http2 without TLS: the reference for our own HTTP/2 in tests and benchmarks. */
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
    // Counts bytes on their way to the client, which the limit of concurrent calls already bounds.
    // In MB.
    maxSessionMemory: 2 ** 20,
    maxSessionInvalidFrames: 100,
    // Calls beyond the limit, from a client that sent them before it knew the limit.
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
