import type { IpcMainEvent } from "electron";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { messagePortTransport } from "../../main/contract/rpc/index.ts";
import type { HostMessage } from "../../main/contract/messages.ts";
import type { Host } from "../../main/host.ts";
import { acceptPage } from "./connections.ts";

const opened: MessagePort[] = [];
afterEach(() => {
  for (const port of opened.splice(0)) port.close();
});

function channel() {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  return { page: port1, sent: port2 };
}

/** What the page sees if there is no host at the other end. */
const hungUp = (page: MessagePort) =>
  new Promise<string>((resolve) => page.once("close", () => resolve("hung up")));

function eventFrom(url: string, ports: MessagePort[], parent: object | null = null): IpcMainEvent {
  return { ports, senderFrame: { url, parent } } as unknown as IpcMainEvent;
}

const answering = () => ({
  handle: vi.fn<Host["handle"]>((transport) => {
    transport.onMessage((value) => transport.send({ type: "result", id: 1, value }));
  }),
  close: async () => {},
});

test("our page reaches the host, including messages sent before it started", async () => {
  const { page, sent } = channel();
  const started = Promise.withResolvers<Pick<Host, "handle">>();
  const accepted = acceptPage(eventFrom("batchdeck://console/#/models", [sent]), started.promise);
  const transport = messagePortTransport<string, HostMessage>(page);
  const answer = new Promise((resolve) => transport.onMessage(resolve));
  transport.send("early");
  started.resolve(answering());
  await accepted;
  expect(await answer).toEqual({ type: "result", id: 1, value: "early" });
});

test.each([
  ["another page", "https://onnx.ai/", null],
  ["a frame inside a page", "batchdeck://console/", {}],
])("%s is disconnected", async (_who, url, parent) => {
  const { page, sent } = channel();
  const host = answering();
  await acceptPage(eventFrom(url, [sent], parent), Promise.resolve(host));
  expect(await hungUp(page)).toBe("hung up");
  expect(host.handle).not.toHaveBeenCalled();
});

test("a page that is already gone is disconnected", async () => {
  const { page, sent } = channel();
  const event = { ports: [sent], senderFrame: null } as unknown as IpcMainEvent;
  await acceptPage(event, Promise.resolve(answering()));
  expect(await hungUp(page)).toBe("hung up");
});

test("a message without a port is ignored, a second port closed", async () => {
  const host = answering();
  await acceptPage(eventFrom("batchdeck://console/", []), Promise.resolve(host));
  expect(host.handle).not.toHaveBeenCalled();
  const { sent } = channel();
  const { page, sent: second } = channel();
  await acceptPage(eventFrom("batchdeck://console/", [sent, second]), Promise.resolve(host));
  expect(await hungUp(page)).toBe("hung up");
  expect(host.handle).toHaveBeenCalledOnce();
});

test("if the host can't start, the page is disconnected", async () => {
  const { page, sent } = channel();
  const failed = Promise.reject<Host>(new Error("no space left"));
  await acceptPage(eventFrom("batchdeck://console/", [sent]), failed);
  expect(await hungUp(page)).toBe("hung up");
});
