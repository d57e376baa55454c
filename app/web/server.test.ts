import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { listenOn, type PortChoice } from "./listen.ts";
import { type ConsoleServer, serveConsole } from "./server.ts";
import { readOrMakeToken } from "./token.ts";

const token = "t".repeat(32);
let directory: string;
let accepted: number;
const servers: ConsoleServer[] = [];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-web-"));
  fs.writeFileSync(path.join(directory, "index.html"), "<!doctype html><title>Console</title>");
  accepted = 0;
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  fs.rmSync(directory, { recursive: true });
});

async function start(choice: PortChoice = { exact: 0 }) {
  const server = http.createServer();
  const port = await listenOn(server, choice);
  servers.push(serveConsole(server, { directory, token, port, accept: () => accepted++ }));
  return { port };
}

function get(port: number, host: string, method = "GET"): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: "127.0.0.1", method, headers: { host } },
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

test("a connection needs the token and an origin of ours", async () => {
  const { port } = await start();
  const origin = `http://127.0.0.1:${port}`;
  expect(await connect(port, token, origin)).toBe(101);
  expect(await connect(port, "x".repeat(32), origin)).toBe(401);
  expect(await connect(port, token, "http://evil.example")).toBe(403);
  expect(accepted).toBe(1);
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
