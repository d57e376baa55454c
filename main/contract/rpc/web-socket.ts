import { StatusError } from "../../../base/status-error.ts";
import type { ClientMessage, HostMessage, Transport } from "../messages.ts";

/** The subprotocol both sides speak; the token travels as a second one, since a page can set no header. */
export const WEB_SOCKET_PROTOCOL = "batchdeck.v1";
export const TOKEN_PREFIX = "token.";

/**
 * Opens a connection to a host's WebSocket, `url` being "ws://HOST:PORT/rpc". Rejects UNAVAILABLE when it
 * cannot be had; a page can't see whether the token was wrong or nothing answered.
 */
export function connectWebSocket(
  url: string,
  token: string,
): Promise<Transport<ClientMessage, HostMessage>> {
  const socket = new WebSocket(url, [WEB_SOCKET_PROTOCOL, TOKEN_PREFIX + token]);
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(overSocket(socket)), { once: true });
    socket.addEventListener(
      "close",
      () => reject(new StatusError("UNAVAILABLE", `No host answers at ${url}.`)),
      { once: true },
    );
  });
}

function overSocket(socket: WebSocket): Transport<ClientMessage, HostMessage> {
  return {
    get buffered() {
      return socket.bufferedAmount;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    onMessage: (listener) => {
      socket.addEventListener("message", (event: { data: unknown }) => {
        listener(JSON.parse(String(event.data)) as HostMessage);
      });
    },
    onClose: (listener) => {
      socket.addEventListener("close", (event: { reason: string }) => {
        listener(event.reason || "the connection was lost");
      });
    },
    close: () => socket.close(),
  };
}
