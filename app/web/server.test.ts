import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { listenOn, type PortChoice } from "./listen.ts";
import { type ConsoleOptions, type ConsoleServer, serveConsole } from "./server.ts";
import { readOrMakeToken } from "./token.ts";

const token = "t".repeat(32);
let directory: string;
let accepted: number;
let download: ConsoleOptions["download"];
const servers: ConsoleServer[] = [];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-web-"));
  fs.writeFileSync(path.join(directory, "index.html"), "<!doctype html><title>Console</title>");
  accepted = 0;
  download = () => null;
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  fs.rmSync(directory, { recursive: true });
});

async function start(choice: PortChoice = { exact: 0 }) {
  const server = http.createServer();
  const port = await listenOn(server, choice);
  servers.push(
    serveConsole(server, { directory, token, port, accept: () => accepted++, download }),
  );
  return { port };
}

function get(
  port: number,
  host: string,
  method = "GET",
  path = "/",
  headers: http.OutgoingHttpHeaders = {},
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, path, host: "127.0.0.1", method, headers: { host, ...headers } },
      (answer) => {
        answer.resume();
        resolve(answer);
      },
    );
    request.on("error", reject).end();
  });
}

function connect(port: number, offered: string, origin: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${port}/rpc`,
      ["batchdeck.v1", `token.${offered}`],
      { origin },
    );
    socket.on("open", () => {
      socket.terminate();
      resolve(101);
    });
    socket.on("unexpected-response", (_request, answer) => resolve(answer.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

test("serves the page under a strict policy", async () => {
  const { port } = await start();
  const answer = await get(port, `127.0.0.1:${port}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(answer.headers["content-security-policy"]).not.toContain("unsafe-eval");
});

test("refuses foreign host names and writes", async () => {
  const { port } = await start();
  expect((await get(port, "evil.example")).statusCode).toBe(403);
  expect((await get(port, `127.0.0.1:${port}`, "POST")).statusCode).toBe(405);
});

describe("[WEB-7] a session", () => {
  const ask = async (port: number, authorization?: string, method = "GET") =>
    await get(
      port,
      `127.0.0.1:${port}`,
      method,
      "/session",
      authorization === undefined ? {} : { authorization },
    );

  test("is granted to the token alone, and nothing of it is cached", async () => {
    const { port } = await start();
    const granted = await ask(port, `Bearer ${token}`);
    expect(granted.statusCode).toBe(204);
    expect(granted.headers["cache-control"]).toBe("no-store");
    for (const offered of [undefined, token, "Bearer ", "Bearer x", `Basic ${token}`])
      expect((await ask(port, offered)).statusCode).toBe(401);
  });

  test("is neither granted under a foreign host name nor to a preflight", async () => {
    const { port } = await start();
    const authorization = { authorization: `Bearer ${token}` };
    const foreign = await get(port, "evil.example", "GET", "/session", authorization);
    expect(foreign.statusCode).toBe(403);
    const preflight = await ask(port, undefined, "OPTIONS");
    expect(preflight.statusCode).toBe(405);
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("[WEB-4] nothing that a browser sends by itself signs in", async () => {
  const { port } = await start();
  const answer = await get(port, `127.0.0.1:${port}`);
  expect(answer.headers["set-cookie"]).toBeUndefined();
});

test("[WEB-8] localhost leads to 127.0.0.1", async () => {
  const { port } = await start();
  const answer = await get(port, `localhost:${port}`, "GET", "/?a=1");
  expect(answer.statusCode).toBe(307);
  expect(answer.headers.location).toBe(`http://127.0.0.1:${port}/?a=1`);
});

test("a connection needs the token and an origin of ours", async () => {
  const { port } = await start();
  const origin = `http://127.0.0.1:${port}`;
  expect(await connect(port, token, origin)).toBe(101);
  expect(await connect(port, "x".repeat(32), origin)).toBe(401);
  expect(await connect(port, token, "http://evil.example")).toBe(403);
  expect(accepted).toBe(1);
});

describe("[Z3] a download", () => {
  const own = (port: number) => `127.0.0.1:${port}`;

  test("is fetched by its address with GET, from our own names alone", async () => {
    const asked: string[] = [];
    download = (id) => {
      asked.push(id);
      return { fileName: "mein größtes.zip", sendTo: async (to) => void to.end("PK") };
    };
    const { port } = await start();
    const answer = await get(port, own(port), "GET", "/download/a-ticket_1");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "no-store",
      "content-disposition":
        "attachment; filename=\"mein gr__tes.zip\"; filename*=UTF-8''mein%20gr%C3%B6%C3%9Ftes.zip",
    });
    expect((await get(port, own(port), "HEAD", "/download/a-ticket_1")).statusCode).toBe(404);
    expect((await get(port, "evil.example", "GET", "/download/a-ticket_1")).statusCode).toBe(403);
    expect((await get(port, own(port), "GET", "/download/../x")).statusCode).toBe(404);
    expect(asked).toEqual(["a-ticket_1"]);
  });

  test("of a name that is no text in Unicode is sent all the same", async () => {
    download = () => ({ fileName: "a\ud800.zip", sendTo: async (to) => void to.end("PK") });
    const { port } = await start();
    const { statusCode, headers } = await get(port, own(port), "GET", "/download/odd");
    expect(statusCode).toBe(200);
    expect(headers["content-disposition"]).toContain("filename*=UTF-8''a%EF%BF%BD.zip");
  });

  test("that was fetched or withdrawn is not there", async () => {
    const { port } = await start();
    expect((await get(port, own(port), "GET", "/download/gone")).statusCode).toBe(404);
  });
});

test("a taken default port gives way to the next; a named one is refused", async () => {
  const first = await start();
  const second = await start({ from: first.port });
  expect(second.port).toBeGreaterThan(first.port);
  await expect(start({ exact: first.port })).rejects.toThrow(
    `Port ${first.port} cannot be used for the console: another program has it. Name another with --port.`,
  );
});

test("the token is kept for its owner alone", () => {
  const made = readOrMakeToken(directory);
  expect(readOrMakeToken(directory)).toBe(made);
  expect(fs.statSync(path.join(directory, "console-token")).mode & 0o077).toBe(0);
});
