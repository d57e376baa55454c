import type { Transport } from "../messages.ts";

/** A port of the web or of Node. */
export interface WebPort {
  postMessage(message: unknown): void;
  addEventListener(type: "message" | "close", listener: (event: { data?: unknown }) => void): void;
  start(): void;
  close(): void;
}

/** Electron's MessagePortMain. */
export interface EmitterPort {
  postMessage(message: unknown): void;
  on(type: "message" | "close", listener: (event: { data?: unknown }) => void): unknown;
  start(): void;
  close(): void;
}

/** A transport over one end of a MessageChannel, in a page or in Electron's main process. */
export function messagePortTransport<Out, In>(port: WebPort | EmitterPort): Transport<Out, In> {
  const on = (type: "message" | "close", listener: (event: { data?: unknown }) => void) => {
    if ("addEventListener" in port) port.addEventListener(type, listener);
    else port.on(type, listener);
  };
  let open = true;
  const closes: ((reason: string) => void)[] = [];
  const end = (reason: string) => {
    if (!open) return;
    open = false;
    for (const listener of closes) listener(reason);
  };
  on("close", () => end("the port was closed"));
  return {
    send: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: (listener) => {
      on("message", (event) => {
        if (open) listener(event.data as In);
      });
      port.start();
    },
    onClose: (listener) => {
      closes.push(listener);
    },
    close: () => {
      port.close();
      end("closed");
    },
  };
}
