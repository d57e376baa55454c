// Runs next to the page, sandboxed and isolated: gives it one end of a channel to the host, and
// nothing else.
import { contextBridge, ipcRenderer } from "electron";
import { BRIDGE_CONNECT, BRIDGE_PORT } from "../../main/contract/rpc/bridge.ts";

/**
 * The part of the page's window that is used here: the DOM's types would apply to all Node code.
 */
declare const window: {
  readonly location: { readonly origin: string };
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  postMessage(message: string, targetOrigin: string, transfer: unknown[]): void;
};

window.addEventListener("message", ({ source, data }) => {
  if (source !== (window as unknown) || data !== BRIDGE_CONNECT) return;
  const { port1, port2 } = new MessageChannel();
  ipcRenderer.postMessage(BRIDGE_CONNECT, null, [port1]);
  window.postMessage(BRIDGE_PORT, window.location.origin, [port2]);
});

contextBridge.exposeInMainWorld("batchdeckBridge", true);
