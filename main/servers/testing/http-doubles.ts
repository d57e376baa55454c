import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import net, { type AddressInfo } from "node:net";
import { certificates, type ServerCertificate } from "./certificates.ts";

export interface Double extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
}

interface Listening {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
  close(done: () => void): unknown;
}

async function double(server: Listening, end: () => void): Promise<Double> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(resolve);
        end();
      }),
  };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export function startHttp(answer: Answer): Promise<Double> {
  const server = http.createServer(answer);
  return double(server, () => server.closeAllConnections());
}

/** `wantsClient`: requires a client certificate of the test authority. */
export function startHttps(
  answer: Answer,
  { certificate = "server", wantsClient = false }: SecureOptions = {},
): Promise<Double> {
  const server = https.createServer(secureOptions({ certificate, wantsClient }), answer);
  return double(server, () => server.closeAllConnections());
}

export interface SecureOptions {
  readonly certificate?: ServerCertificate;
  readonly wantsClient?: boolean;
}

export function secureOptions({ certificate = "server", wantsClient = false }: SecureOptions) {
  return {
    cert: certificates[certificate],
    key: certificates.serverKey,
    ...(wantsClient && { ca: certificates.ca, requestCert: true, rejectUnauthorized: true }),
  };
}

/** Accepts connections and never responds, like a hung process; or sends `greeting`, which is not HTTP. */
export function startMute(greeting?: string): Promise<Double> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    if (greeting !== undefined) socket.end(greeting);
  });
  return double(server, () => sockets.forEach((socket) => socket.destroy()));
}

export interface Proxy extends Double {
  /** "CONNECT HOST:PORT" or "GET URL", as received. */
  readonly asked: readonly string[];
  /** Headers of the newest request, except hop-by-hop headers. */
  readonly seen: () => http.IncomingHttpHeaders;
}

/** An HTTP proxy; with `status` it rejects everyone. `toAddress`: the address of a name that only it knows. */
export async function startProxy(
  status?: number,
  toAddress: (host: string) => string = (host) => host,
): Promise<Proxy> {
  const asked: string[] = [];
  let seen: http.IncomingHttpHeaders = {};
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    seen = request.headers;
    if (status !== undefined) return void response.writeHead(status).end("no");
    const onward = http.request(request.url ?? "", { method: request.method, headers: seen });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.writeHead(502).end());
    request.pipe(onward);
  });
  server.on("connect", (request: IncomingMessage, socket: net.Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`);
    seen = request.headers;
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const onward = net.connect(Number(port), toAddress(host), () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const each of [socket, onward]) {
      sockets.add(each);
      each.on("error", () => each.destroy());
    }
  });
  const proxy = await double(server, () => {
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  });
  return { ...proxy, asked, seen: () => seen };
}

export interface Relay extends Double {
  /** Stops forwarding without closing connections, as if a machine vanished from the network. */
  freeze(): void;
  /** Forwards new connections again; frozen ones stay frozen. */
  thaw(): void;
}

/** A relay to HOST:PORT that can go dead. */
export async function startRelay(to: string): Promise<Relay> {
  const [host = "", port = ""] = to.split(":");
  const lines = new Set<readonly [net.Socket, net.Socket]>();
  let frozen = false;
  const server = net.createServer((near) => {
    near.on("error", () => {});
    if (frozen) return void lines.add([near, near]);
    const far = net.connect(Number(port), host);
    far.on("error", () => near.destroy());
    near.pipe(far).pipe(near);
    lines.add([near, far]);
  });
  const relay = await double(server, () => {
    for (const [near, far] of lines) {
      near.destroy();
      far.destroy();
    }
  });
  return {
    ...relay,
    freeze: () => {
      frozen = true;
      for (const [near, far] of lines) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    thaw: () => {
      frozen = false;
    },
  };
}
