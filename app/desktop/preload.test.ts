import type { MessagePort } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { BRIDGE_CONNECT, BRIDGE_PORT } from "../../main/contract/rpc/bridge.ts";
import { contextBridge, ipcRenderer } from "./testing/electron.ts";

vi.mock("electron", () => import("./testing/electron.ts"));

afterEach(() => vi.unstubAllGlobals());

test("each request of the page gives it and the shell the ends of a new channel", async () => {
  const listeners: ((event: { source: unknown; data: unknown }) => void)[] = [];
  const window = {
    location: { origin: "batchdeck://console" },
    addEventListener: (_type: string, listener: (typeof listeners)[number]) =>
      listeners.push(listener),
    postMessage: vi.fn<(words: string, origin: string, ports: MessagePort[]) => void>(),
  };
  vi.stubGlobal("window", window);
  await import("./preload.ts");
  expect(contextBridge.exposeInMainWorld.mock.calls).toEqual([["batchdeckBridge", true]]);

  const say = (source: unknown, data: unknown) => {
    for (const listener of listeners) listener({ source, data });
  };
  say({}, BRIDGE_CONNECT);
  say(window, "something else");
  expect(ipcRenderer.postMessage).not.toHaveBeenCalled();

  say(window, BRIDGE_CONNECT);
  say(window, BRIDGE_CONNECT);
  const toShell = ipcRenderer.postMessage.mock.calls;
  const toPage = window.postMessage.mock.calls;
  expect(toShell.map(([words]) => words)).toEqual([BRIDGE_CONNECT, BRIDGE_CONNECT]);
  expect(toPage.map(([words, origin]) => [words, origin])).toEqual(
    Array(2).fill([BRIDGE_PORT, "batchdeck://console"]),
  );
  const ports = [...toShell, ...toPage].flatMap(([, , transferred]) => transferred);
  expect(new Set(ports).size).toBe(4);
  for (const port of ports) port.close();
});
