// Runs next to the page, sandboxed and isolated from it: hands it one end of a channel to the host, nothing else.
import { contextBridge, ipcRenderer } from "electron";
import { BRIDGE_CONNECT, BRIDGE_PORT } from "../../main/contract/rpc/bridge.ts";

/** The page's window as far as it is used here: the DOM's types would reach all that runs in Node. */
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
