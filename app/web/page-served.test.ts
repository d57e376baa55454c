import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ManualClock } from "../../main/testing/manual-clock.ts";
import { pageServed } from "./page-served.ts";

let server: http.Server;
let address: string;
let clock: ManualClock;
const held: http.ServerResponse[] = [];

beforeEach(async () => {
  held.length = 0;
  clock = new ManualClock();
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

/** Opens a page; resolves when the server has its request. */
async function openPage(): Promise<{ readonly ended: Promise<unknown> }> {
  const ended = fetch(address).then(
    (response) => response.text(),
    () => null,
  );
  await once(server, "request");
  return { ended };
}

describe("the host's code is loaded", () => {
  it("if no page opens", async () => {
    const served = pageServed(server, clock);
    const state = watched(served);
    await clock.advance(49);
    expect(state.isDone).toBe(false);
    await clock.advance(1);
    await served;
    expect(server.listenerCount("request")).toBe(1);
  });

  it("after a page's files are sent", async () => {
    const served = pageServed(server, clock);
    const state = watched(served);
    const page = await openPage();
    await clock.advance(999);
    expect(state.isDone).toBe(false);
    const [response] = held;
    if (!response) throw new Error("The page isn't requested");
    const closed = once(response, "close");
    response.end("page");
    await closed;
    await page.ended;
    expect(state.isDone).toBe(false);
    await clock.advance(50);
    await served;
  });

  it("even if a file is never sent", async () => {
    const served = pageServed(server, clock);
    const page = await openPage();
    await clock.advance(1_000);
    await served;
    expect(held[0]?.writableEnded).toBe(false);
    server.closeAllConnections();
    await page.ended;
  });

  it("at once when an already open page connects", async () => {
    const served = pageServed(server, clock);
    const page = await openPage();
    http
      .request(`${address}/rpc`, { headers: { connection: "upgrade", upgrade: "websocket" } })
      .on("error", () => {})
      .end();
    await served;
    expect(held[0]?.writableEnded).toBe(false);
    server.closeAllConnections();
    await page.ended;
  });
});
