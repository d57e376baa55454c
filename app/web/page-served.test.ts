import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pageServed } from "./page-served.ts";

let server: http.Server;
let address: string;
const held: http.ServerResponse[] = [];

beforeEach(async () => {
  held.length = 0;
  server = http.createServer((_request, response) => void held.push(response));
  server.on("upgrade", (_request, socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function watched(served: Promise<void>): { isDone: boolean } {
  const state = { isDone: false };
  void served.then(() => (state.isDone = true));
  return state;
}

describe("the host's code is loaded", () => {
  it("if no page opens", async () => {
    await pageServed(server);
    expect(server.listenerCount("request")).toBe(1);
  });

  it("after a page's files are sent", async () => {
    const served = pageServed(server);
    const state = watched(served);
    const page = fetch(address).then((response) => response.text());
    await once(server, "request");
    await sleep(200);
    expect(state.isDone).toBe(false);
    held[0]?.end("page");
    await page;
    await served;
  });

  it("even if a file is never sent", async () => {
    const served = pageServed(server);
    const page = fetch(address).catch(() => null);
    await served;
    expect(held[0]?.writableEnded).toBe(false);
    server.closeAllConnections();
    await page;
  });

  it("at once when an already open page connects", async () => {
    const served = pageServed(server);
    const page = fetch(address).catch(() => null);
    await once(server, "request");
    http
      .request(`${address}/rpc`, { headers: { connection: "upgrade", upgrade: "websocket" } })
      .on("error", () => {})
      .end();
    await once(server, "upgrade");
    await served;
    expect(held[0]?.writableEnded).toBe(false);
    server.closeAllConnections();
    await page;
  });
});
