import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from "node:tls";
import { Repeats } from "../../../../base/repeats.ts";
import { listenGrpc } from "../listener.ts";
import type { GrpcServer, Method, WireLimits } from "../wire.ts";
import { accept } from "./accept.ts";
import { Http2Connection } from "./connection.ts";
import { serverEnvironment, serverLimits, watchStalls } from "./server-environment.ts";

/** Longest fault report. */
const MAX_FAULT = 2000;

export interface ServerTls {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
  /** PEM of the CA for client certificates. Without it no client certificate is required. */
  readonly clientCa?: string;
}

export interface Http2Options extends WireLimits {
  /** Without it, cleartext HTTP/2 with prior knowledge. */
  readonly tls?: ServerTls;
  /**
   * Called when an internal error ended a connection. The same error is reported at most once in
   * ten minutes.
   */
  readonly onFault?: (sentence: string) => void;
}

/** The gRPC server on our own HTTP/2. */
export function serveHttp2(
  methods: readonly Method[],
  address: { host: string; port: number },
  options: Http2Options = {},
): Promise<GrpcServer> {
  const shared = serverEnvironment(options);
  const { maxConcurrentCalls, stallMs } = serverLimits(options);
  const connections = new Set<Http2Connection>();
  const report = faultReporter(options);
  const byPath = new Map(methods.map((method) => [method.path, method]));
  const connect = (socket: Socket) => {
    const connection: Http2Connection = new Http2Connection(socket, {
      maxConcurrentCalls,
      now: () => performance.now(),
      onRequest: (stream, headers) => accept({ stream, headers }, byPath, environment),
      onInternalError: report,
    });
    const environment = { ...shared, connection };
    connections.add(connection);
    socket.once("close", () => connections.delete(connection));
  };
  const server =
    options.tls === undefined
      ? createServer({ noDelay: true }, connect)
      : createTlsServer(tlsOptions(options.tls, stallMs), (socket) => {
          connectSecure(socket, connect);
        });
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

function tlsOptions({ key, cert, clientCa }: ServerTls, handshakeTimeout: number): TlsOptions {
  const mutual = { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return {
    key,
    cert,
    ...(clientCa !== undefined && mutual),
    ALPNProtocols: ["h2"],
    noDelay: true,
    handshakeTimeout,
  };
}

function faultReporter({ onFault }: Http2Options): (error: unknown) => void {
  const repeats = new Repeats();
  return (thrown) => {
    const { stack = String(thrown) } = thrown instanceof Error ? thrown : {};
    if (!repeats.isNew(stack, performance.now())) return;
    onFault?.(`An internal error ended a gRPC connection: ${stack.slice(0, MAX_FAULT)}`);
  };
}

/** HTTP/2 over TLS is negotiated by ALPN (RFC 9113, 3.2). */
function connectSecure(socket: TLSSocket, connect: (socket: Socket) => void): void {
  if (socket.alpnProtocol === "h2") connect(socket);
  else socket.destroy();
}
