import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

/** One request, to which a test responds. */
export interface Call {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly response: http.ServerResponse;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
}

/** A server whose responses a test gives. */
export interface ScriptedServer extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  readonly count: number;
  /** The next request. */
  next(): Promise<Call>;
}

export async function startScripted(tls?: https.ServerOptions): Promise<ScriptedServer> {
  const waiting: ((call: Call) => void)[] = [];
  const arrived: Call[] = [];
  let count = 0;
  const take = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      count += 1;
      const call = {
        path: request.url ?? "",
        headers: request.headers,
        body: JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>,
        response,
        closed: new Promise<void>((resolve) => request.socket.on("close", () => resolve())),
      };
      const next = waiting.shift();
      if (next) next(call);
      else arrived.push(call);
    });
  };
  const server = tls ? https.createServer(tls, take) : http.createServer(take);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get count() {
      return count;
    },
    next: () => {
      const call = arrived.shift();
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Begins a stream of events. */
export function stream({ response }: Call): (event: unknown) => void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  return (event) =>
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
}

/** A piece of a chat. */
export const said = (content: string, finish_reason: string | null = null) => ({
  model: "m",
  choices: [{ index: 0, delta: { content }, finish_reason }],
});
