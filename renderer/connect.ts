import type { HostClient } from "../main/contract/client.ts";
import type { ClientMessage, HostMessage } from "../main/contract/messages.ts";
import { BRIDGE_CONNECT, BRIDGE_PORT } from "../main/contract/rpc/bridge.ts";
import {
  connectWebSocket,
  createClient,
  type HostTransport,
  messagePortTransport,
} from "../main/contract/rpc/index.ts";

declare global {
  interface Window {
    /** Set by a shell that hands the page a MessagePort instead of a socket. */
    readonly batchdeckBridge?: boolean;
  }
}

const TOKEN_KEY = "batchdeck.token";

/** The client of the host that served this page; it connects, and reconnects, by itself. */
export function connect(): HostClient {
  if (window.batchdeckBridge === true) return createClient(bridgeTransport);
  const token = takeToken();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return createClient(() => connectWebSocket(`${scheme}://${location.host}/rpc`, token));
}

/**
 * The shell posts a port when the page asks for one. The port is asked for anew on each attempt, since one
 * end of a closed channel is of no further use.
 */
function bridgeTransport(): Promise<HostTransport> {
  return new Promise((resolve) => {
    const receive = (event: MessageEvent<unknown>) => {
      const port = event.ports[0];
      if (event.source !== window || event.data !== BRIDGE_PORT || !port) return;
      window.removeEventListener("message", receive);
      resolve(messagePortTransport<ClientMessage, HostMessage>(port));
    };
    window.addEventListener("message", receive);
    window.postMessage(BRIDGE_CONNECT, location.origin === "null" ? "*" : location.origin);
  });
}

/**
 * The token of a signed-in URL (`#token=…`), moved out of the address at once so that it is neither copied
 * with a link nor kept in the history. It outlives a reload of this tab and nothing else.
 */
function takeToken(): string {
  const match = /^#\/?token=([\w-]+)&?(.*)$/.exec(location.hash);
  if (!match) return sessionStorage.getItem(TOKEN_KEY) ?? "";
  const [, token = "", rest = ""] = match;
  sessionStorage.setItem(TOKEN_KEY, token);
  history.replaceState(null, "", `${location.pathname}${location.search}${rest ? `#${rest}` : ""}`);
  return token;
}
