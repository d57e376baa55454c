import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import WebSocket from "ws";
import type { Settings } from "../contract/index.ts";
import { connectWebSocket, createClient } from "../contract/rpc/index.ts";
import { RpcServer } from "./server.ts";
import { someHandlers } from "./testing/handlers.ts";
import { serveWebSocket } from "./web-socket-server.ts";

const settings: Settings = { theme: "system", ui: {} };
let server: http.Server;
let port: number;
let door: { close(): void };

beforeEach(async () => {
  server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  const rpc = new RpcServer(someHandlers({ "settings.get": () => settings }), () => {});
  door = serveWebSocket(server, {
    path: "/rpc",
    token: "secret",
    origins: () => [`http://127.0.0.1:${port}`],
    accept: (transport) => rpc.serve(transport),
  });
});

afterEach(() => {
  door.close();
  server.close();
});

interface Attempt {
  path?: string;
  token?: string;
  origin?: string;
  host?: string;
}

/** The status of the response to an upgrade; 101 if it succeeded. */
function attempt({ path = "/rpc", token = "secret", origin, host }: Attempt): Promise<number> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}${path}`,
    ["batchdeck.v1", `token.${token}`],
    {
      origin: origin ?? `http://127.0.0.1:${port}`,
      headers: host === undefined ? {} : { host },
    },
  );
  return new Promise((resolve, reject) => {
    socket.on("open", () => {
      socket.close();
      resolve(101);
    });
    socket.on("unexpected-response", (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", reject);
  });
}

test("the right token, origin and host open the door", async () => {
  expect(await attempt({})).toBe(101);
});

test("a wrong token is rejected with 401", async () => {
  expect(await attempt({ token: "guess" })).toBe(401);
});

test("a foreign origin is rejected with 403", async () => {
  expect(await attempt({ origin: "http://evil.example" })).toBe(403);
});

test("a foreign host name, as after DNS rebinding, is rejected with 403", async () => {
  expect(await attempt({ host: `evil.example:${port}` })).toBe(403);
});

test("another path, of whatever form, is rejected with 404", async () => {
  expect(await attempt({ path: "/other" })).toBe(404);
  expect(await attempt({ path: "//" })).toBe(404);
});

test("a caller without an Origin is rejected with 403", async () => {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http
      .get({
        port,
        host: "127.0.0.1",
        path: "/rpc",
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
          "sec-websocket-protocol": "batchdeck.v1, token.secret",
        },
      })
      .on("response", resolve)
      .on("error", reject);
  });
  response.resume();
  expect(response.statusCode).toBe(403);
});

test("the browser's client speaks with the host through it", async () => {
  const url = `ws://127.0.0.1:${port}/rpc`;
  const withOrigin = class extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { origin: `http://127.0.0.1:${port}` });
    }
  };
  vi.stubGlobal("WebSocket", withOrigin);
  const client = createClient(() => connectWebSocket(url, "secret"));
  try {
    expect(await client.request("settings.get", {})).toEqual(settings);
  } finally {
    client.close();
    vi.unstubAllGlobals();
  }
});

test("a rejected client learns that no host answers", async () => {
  await expect(connectWebSocket(`ws://127.0.0.1:${port}/rpc`, "guess")).rejects.toMatchObject({
    code: "UNAVAILABLE",
  });
});

test("an upgrade waits until the host is ready, and is rejected when it can't start", async () => {
  door.close();
  const serve = (ready: Promise<void>) =>
    serveWebSocket(server, {
      path: "/rpc",
      token: "secret",
      origins: () => [`http://127.0.0.1:${port}`],
      ready,
      accept: () => {},
    });
  const starting = Promise.withResolvers<void>();
  door = serve(starting.promise);
  const settled = vi.fn<(status: number) => void>();
  const waiting = attempt({}).then(settled);
  // Rejecting needs no host.
  expect(await attempt({ token: "guess" })).toBe(401);
  expect(settled).not.toHaveBeenCalled();
  starting.resolve();
  await waiting;
  expect(settled).toHaveBeenCalledWith(101);
  door.close();
  const failed = Promise.reject(new Error("no disk"));
  failed.catch(() => {});
  door = serve(failed);
  expect(await attempt({})).toBe(503);
});
