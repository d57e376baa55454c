import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { StatusError } from "../../../base/status-error.ts";
import { MAX_BODY_BYTES } from "./body.ts";
import { type BrowserAccess, BrowserGuard } from "./browser-guard.ts";
import { type Route, Router } from "./call.ts";
import { respondToNode } from "./node-exchange.ts";
import { type Patience, FastPathConnection, type FastPathHost } from "./fast-path-connection.ts";

export interface HttpServer {
  readonly port: number;
  /**
   * Accepts no new connections and resolves when all fully received requests are answered; on abort
   * they are cut off.
   */
  close(force?: AbortSignal): Promise<void>;
}

export interface HttpAddress {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Largest request body, decompressed; default 64 MiB. */
  readonly maxBodyBytes?: number;
  /** Default: no web page may send requests, and every host is accepted. */
  readonly browsers?: BrowserAccess;
  /** Default 60 s and 300 s. */
  readonly patience?: Patience;
}

const PATIENCE: Patience = { pauseMs: 60_000, requestMs: 300_000 };

/** Serves `routes` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export async function serveHttp(
  routes: readonly Route[],
  { host, port, maxBodyBytes = MAX_BODY_BYTES, browsers, patience = PATIENCE }: HttpAddress,
): Promise<HttpServer> {
  let closing = false;
  let guard = new BrowserGuard([host], browsers);
  const router = new Router(routes);
  const limits = { maxBodyBytes, closing: () => closing };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const own = underWay.get(request.socket);
    own?.add(request);
    response.once("close", () => {
      own?.delete(request);
      if (closing && own?.size === 0) request.socket.destroySoon();
    });
    void respondToNode(fastPathHost, request, response, limits);
  };
  const server = createServer(
    {
      keepAliveTimeout: 0,
      headersTimeout: patience.pauseMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.pauseMs / 2,
    },
    handle,
  );
  server.on("checkContinue", handle);
  const plain = new Map<Socket, FastPathConnection>();
  /** Requests on connections that Node's HTTP layer reads. */
  const underWay = new Map<Socket, Set<IncomingMessage>>();

  const nodeListeners = server.listeners("connection");
  server.removeAllListeners("connection");
  const fastPathHost: FastPathHost = {
    router,
    get guard() {
      return guard;
    },
    maxBodyBytes,
    closing: () => closing,
    handOver(socket, unread) {
      plain.delete(socket);
      underWay.set(socket, new Set());
      socket.once("close", () => underWay.delete(socket));
      socket.unshift(unread);
      for (const listener of nodeListeners) listener.call(server, socket);
      socket.resume();
    },
  };
  server.on("connection", (socket: Socket) => {
    plain.set(socket, new FastPathConnection(socket, fastPathHost));
    socket.once("close", () => plain.delete(socket));
  });
  const sweep = setInterval(() => {
    for (const connection of plain.values()) connection.closeStalled(performance.now(), patience);
  }, patience.pauseMs / 2);
  sweep.unref();
  await listen(server, host, port);
  const bound = server.address() as AddressInfo;
  guard = new BrowserGuard([host, bound.address], browsers);
  return {
    port: bound.port,
    async close(force) {
      closing = true;
      clearInterval(sweep);
      for (const connection of plain.values()) connection.close();
      for (const [socket, requests] of underWay) {
        if (![...requests].some(({ complete }) => complete)) socket.destroy();
      }
      await close(server, force, () => {
        for (const socket of [...plain.keys(), ...underWay.keys()]) socket.destroy();
      });
    },
  };
}

async function listen(server: Server, host: string, port: number) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (error: Error) =>
    reject(new StatusError("UNAVAILABLE", error.message, { cause: error }));
  server.once("error", fail);
  server.listen({ host, port }, () => {
    server.off("error", fail);
    resolve();
  });
  await promise;
}

function close(server: Server, force: AbortSignal | undefined, cutOff: () => void): Promise<void> {
  return new Promise((resolve) => {
    force?.addEventListener("abort", cutOff, { once: true });
    server.close(() => {
      force?.removeEventListener("abort", cutOff);
      resolve();
    });
    if (force?.aborted) cutOff();
  });
}
