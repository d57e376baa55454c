import type { HostClient } from "../main/contract/client.ts";
import type { ClientMessage, HostMessage } from "../main/contract/messages.ts";
import { BRIDGE_CONNECT, BRIDGE_PORT } from "../main/contract/rpc/bridge.ts";
import {
  createClient,
  type HostTransport,
  messagePortTransport,
} from "../main/contract/rpc/index.ts";

declare global {
  interface Window {
    /** Set by a shell that provides a MessagePort instead of a socket. */
    readonly batchdeckBridge?: boolean;
  }
}

/** The client of the shell that opened this page; null for a page from a web host. */
export function connectShell(): HostClient | null {
  return window.batchdeckBridge === true ? createClient(bridgeTransport) : null;
}

/**
 * The shell posts a port when the page requests one. A port is requested for each attempt, since the end of a closed
 * channel can't be reused.
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
