import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { StatusError } from "../status.ts";
import { type Answer, errorAnswer, errorText, TEXT_TYPE } from "./answer.ts";
import { type Body, readBody } from "./body.ts";

/** A request as a route sees it. */
export interface Call {
  /** What the route's pattern captured, percent-decoded; undefined where a group took no part. */
  readonly captures: readonly (string | undefined)[];
  header(name: string): string | undefined;
  body(): Promise<Body>;
  /** Aborts when the client disconnects before its answer. */
  readonly signal: AbortSignal;
}

export interface Route {
  readonly method: "GET" | "POST";
  /** Matches the whole path. */
  readonly path: RegExp;
  handle(call: Call): Answer | Promise<Answer>;
}

export interface HttpServer {
  readonly port: number;
  /** Accepts no new connection and resolves when requests under way are answered; on abort they are cut off. */
  close(force?: AbortSignal): Promise<void>;
}

/** Serves `routes` on one port, 0 for any free one. Rejects with a StatusError when it cannot listen. */
export async function serveHttp(
  routes: readonly Route[],
  address: { host: string; port: number },
): Promise<HttpServer> {
  let closing = false;
  const server = createServer({ keepAliveTimeout: 0, noDelay: true }, (request, response) => {
    unused.delete(request.socket);
    void respond(routes, request, response, () => closing);
  });
  /** Connections without a request yet: Node does not count them among the idle ones. */
  const unused = new Set<Socket>();
  server.on("connection", (socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  await listen(server, address);
  return {
    port: (server.address() as AddressInfo).port,
    close: (force) => {
      closing = true;
      for (const socket of unused) socket.destroy();
      return close(server, force);
    },
  };
}

async function listen(server: Server, { host, port }: { host: string; port: number }) {
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

function close(server: Server, force: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = () => server.closeAllConnections();
    force?.addEventListener("abort", cutOff, { once: true });
    server.close(() => {
      force?.removeEventListener("abort", cutOff);
      resolve();
    });
    server.closeIdleConnections();
    if (force?.aborted) cutOff();
  });
}

async function respond(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  closing: () => boolean,
): Promise<void> {
  const abort = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) abort.abort();
  });
  let answer: Answer;
  try {
    answer = await dispatch(routes, request, abort.signal);
  } catch (error) {
    answer = errorAnswer(error);
  }
  // A body left unread would be taken for the next request.
  send(response, answer, closing() || !request.complete);
}

function dispatch(
  routes: readonly Route[],
  request: IncomingMessage,
  signal: AbortSignal,
): Answer | Promise<Answer> {
  const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
  let pathKnown = false;
  for (const route of routes) {
    const match = route.path.exec(path);
    if (!match) continue;
    pathKnown = true;
    if (route.method !== request.method) continue;
    return route.handle({
      captures: match.slice(1).map((part) => part && decoded(part)),
      header: (name) => request.headers[name] as string | undefined,
      body: () => readBody(request),
      signal,
    });
  }
  return pathKnown
    ? errorText(405, "Method Not Allowed", TEXT_TYPE)
    : errorText(404, "Not Found", TEXT_TYPE);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `'${part}' in the path is not percent-encoded UTF-8`,
      {
        cause: error,
      },
    );
  }
}

function send(response: ServerResponse, answer: Answer, last: boolean): void {
  if (response.destroyed) return;
  const length = answer.body.reduce((sum, part) => sum + part.byteLength, 0);
  const connection = last ? { Connection: "close" } : {};
  response.writeHead(answer.status, {
    ...answer.headers,
    "Content-Length": length,
    ...connection,
  });
  response.cork();
  for (const part of answer.body) response.write(part);
  response.end();
  response.uncork();
}
