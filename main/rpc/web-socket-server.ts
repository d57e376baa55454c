import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { hasSeveralHosts } from "../../base/page-request.ts";
import { isSameSecret } from "../../base/same-secret.ts";
import type { HostMessage, Transport } from "../contract/messages.ts";
import { TOKEN_PREFIX, WEB_SOCKET_PROTOCOL } from "../contract/rpc/web-socket.ts";

export interface WebSocketDoor {
  /** Path of the URL, e.g. "/rpc". */
  readonly path: string;
  /** The caller must request the subprotocol "token.TOKEN"; URL-safe base64. */
  readonly token: string;
  /**
   * Allowed origins of pages, e.g. "http://127.0.0.1:7400"; read for each connection, since a port may be known late. The Host
   * header must be one of their hosts.
   */
  readonly origins: () => readonly string[];
  /** Upgrades wait for it; default: they don't wait. If it rejects, upgrades are rejected with 503. */
  readonly ready?: Promise<unknown> | undefined;
  readonly accept: (transport: Transport<HostMessage, unknown>) => void;
}

const PING_MS = 15_000;
const MAX_MESSAGE_BYTES = 64 << 20;

/**
 * Handles WebSocket upgrades of an HTTP server. Rejects a wrong path with 404, several Host headers with 400, a wrong Host or
 * Origin with 403, and a wrong token with 401.
 */
export function serveWebSocket(server: Server, door: WebSocketDoor): { close(): void } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: () => WEB_SOCKET_PROTOCOL,
  });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const status = refusal(request, door);
    if (status !== null) return refuse(socket, status);
    const accept = () =>
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        keepAlive(webSocket);
        door.accept(overSocket(webSocket));
      });
    if (door.ready === undefined) return accept();
    const drop = () => socket.destroy();
    socket.once("error", drop);
    void door.ready.then(
      () => {
        socket.off("error", drop);
        accept();
      },
      () => refuse(socket, 503),
    );
  };
  server.on("upgrade", upgrade);
  return {
    close() {
      server.off("upgrade", upgrade);
      for (const webSocket of sockets.clients) webSocket.terminate();
      sockets.close();
    },
  };
}

function refusal(request: IncomingMessage, door: WebSocketDoor): number | null {
  const origins = door.origins();
  // Not with URL, which throws for targets such as "//".
  if (request.url?.split("?", 1)[0] !== door.path) return 404;
  if (hasSeveralHosts(request)) return 400;
  if (!origins.some((origin) => new URL(origin).host === request.headers.host)) return 403;
  if (!origins.includes(request.headers.origin ?? "")) return 403;
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",");
  const tokens = offered.map((each) => each.trim()).filter((each) => each.startsWith(TOKEN_PREFIX));
  return tokens.some((each) => isSameSecret(each.slice(TOKEN_PREFIX.length), door.token))
    ? null
    : 401;
}

function refuse(socket: Duplex, status: number): void {
  socket.on("error", () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

/** Ends a connection whose other side stops answering pings, so that its subscriptions end too. */
function keepAlive(webSocket: WebSocket): void {
  let answered = true;
  const timer = setInterval(() => {
    if (!answered) return webSocket.terminate();
    answered = false;
    webSocket.ping();
  }, PING_MS).unref();
  webSocket.on("pong", () => {
    answered = true;
  });
  webSocket.on("close", () => clearInterval(timer));
  webSocket.on("error", () => webSocket.terminate());
}

function overSocket(webSocket: WebSocket): Transport<HostMessage, unknown> {
  return {
    get buffered() {
      return webSocket.bufferedAmount;
    },
    send: (message) => {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(message));
    },
    onMessage: (listener) => {
      webSocket.on("message", (data) => listener(parseJson(data)));
    },
    onClose: (listener) => {
      webSocket.on("close", (_code, reason) => listener(String(reason) || "the page went away"));
    },
    close: () => webSocket.close(),
  };
}

/** Undefined for invalid JSON. A socket's data is one Buffer by default. */
function parseJson(data: RawData): unknown {
  try {
    return JSON.parse((data as Buffer).toString("utf8"));
  } catch {
    return undefined;
  }
}
