import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { listenGrpc } from "../listener.ts";
import type { GrpcServer, Method, WireLimits } from "../wire.ts";
import { accept } from "./accept.ts";
import { Http2Connection } from "./connection.ts";
import { serverEnvironment, serverLimits, watchStalls } from "./server-environment.ts";

export interface Http2Options extends WireLimits {
  /** PEM. Without it, HTTP/2 in plain text with prior knowledge. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** gRPC on our own HTTP/2. */
export function serveHttp2(
  methods: readonly Method[],
  address: { host: string; port: number },
  options: Http2Options = {},
): Promise<GrpcServer> {
  const shared = serverEnvironment(options);
  const { maxConcurrentCalls, stallMs } = serverLimits(options);
  const connections = new Set<Http2Connection>();
  const byPath = new Map(methods.map((method) => [method.path, method]));
  const connect = (socket: Socket) => {
    const connection: Http2Connection = new Http2Connection(socket, {
      maxConcurrentCalls,
      now: () => performance.now(),
      onRequest: (stream, headers) => accept({ stream, headers }, byPath, environment),
      onInternalError: () => {},
    });
    const environment = { ...shared, connection };
    connections.add(connection);
    socket.once("close", () => connections.delete(connection));
  };
  const server =
    options.tls === undefined
      ? createServer({ noDelay: true }, connect)
      : createTlsServer({ ...options.tls, noDelay: true, ALPNProtocols: ["h2"] }, (socket) =>
          connectSecure(socket, connect),
        );
  server.once(
    "close",
    watchStalls(shared, () => connections, stallMs),
  );
  return listenGrpc({
    server,
    address,
    calls: shared.calls,
    goAway: () => {
      for (const call of shared.streams) call.close();
      for (const connection of connections) connection.goAway();
    },
  });
}

/** HTTP/2 over TLS is agreed by ALPN (RFC 9113, 3.2). */
function connectSecure(socket: TLSSocket, connect: (socket: Socket) => void): void {
  if (socket.alpnProtocol === "h2") connect(socket);
  else socket.destroy();
}
