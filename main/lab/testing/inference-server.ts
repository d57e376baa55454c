import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What a small HTTP server received, and how it responds. */
export interface TestServer extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  readonly requests: number;
  /** Bodies in order of arrival, while `keepBodies`. */
  readonly bodies: Buffer[];
  readonly connections: number;
  /** Ends all connections and stops listening. */
  kill(): void;
}

export type Answer = (
  request: { readonly path: string; readonly body: Buffer; readonly count: number },
  response: http.ServerResponse,
) => void;

/** 200 with 40 bytes after `delayMs`. */
export function answerOk(delayMs = 0): Answer {
  return (_request, response) => {
    const send = () => response.writeHead(200, { "content-length": 40 }).end(Buffer.alloc(40));
    if (delayMs === 0) send();
    else setTimeout(send, delayMs);
  };
}

export async function startTestServer(answer: Answer, keepBodies = false): Promise<TestServer> {
  let requests = 0;
  let connections = 0;
  const bodies: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      requests += 1;
      const body = Buffer.concat(pieces);
      if (keepBodies) bodies.push(body);
      answer({ path: request.url ?? "", body, count: requests }, response);
    });
  });
  server.on("connection", (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const kill = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    get requests() {
      return requests;
    },
    get connections() {
      return connections;
    },
    kill,
    [Symbol.asyncDispose]: async () => kill(),
  };
}
