import { createHmac, randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type CodeResponse, type Handshake, proofText } from "../../main/contract/sign-in.ts";
import { fillDisk, withSmallDisk } from "../../main/testing/small-disk.ts";
import { listenOn, type PortChoice } from "./listen.ts";
import { type ConsoleOptions, type ConsoleServer, serveConsole } from "./server.ts";
import { CODE_LIFETIME_MS, mintCode, readOrMakeKey } from "./sign-in/index.ts";

const key = Buffer.alloc(32, 7);
let directory: string;
let accepted: number;
let download: ConsoleOptions["download"];
let now: number;
const servers: ConsoleServer[] = [];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-web-"));
  fs.writeFileSync(path.join(directory, "index.html"), "<!doctype html><title>Console</title>");
  accepted = 0;
  download = () => null;
  now = Date.now();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
  fs.rmSync(directory, { recursive: true });
});

async function start(choice: PortChoice = { exact: 0 }) {
  const server = http.createServer();
  const port = await listenOn(server, choice);
  servers.push(
    serveConsole(server, {
      directory,
      key,
      port,
      accept: () => accepted++,
      download,
      now: () => now,
    }),
  );
  return { port };
}

function get(
  port: number,
  host: string,
  target = "GET /",
  headers: http.OutgoingHttpHeaders = {},
): Promise<http.IncomingMessage> {
  const [method, path] = target.split(" ");
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, path, host: "127.0.0.1", method, headers: { host, ...headers } },
      (response) => {
        response.resume();
        resolve(response);
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
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

test("serves the page under a strict policy", async () => {
  const { port } = await start();
  const response = await get(port, `127.0.0.1:${port}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(response.headers["content-security-policy"]).not.toContain("unsafe-eval");
});

test("rejects foreign host names and writes", async () => {
  const { port } = await start();
  expect((await get(port, "evil.example")).statusCode).toBe(403);
  expect((await get(port, `127.0.0.1:${port}`, "POST /")).statusCode).toBe(405);
});

/** Sends lines on a new connection; returns the response as text. */
function sendLines(port: number, ...lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (bytes) => (text += bytes)).on("error", reject);
    socket.on("close", () => resolve(text));
    socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  });
}

describe("[WEB-12] a browser", () => {
  const image = { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  test("serves nothing to a page of another origin, but opens links to the console", async () => {
    const { port } = await start();
    const host = `127.0.0.1:${port}`;
    const status = async (headers: object) =>
      (await get(port, host, "GET /", { ...headers })).statusCode;
    expect(await status({ ...image, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status({ ...image, "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status({ ...link, "sec-fetch-site": "cross-site" })).toBe(200);
    expect(await status({ ...link, "sec-fetch-site": "none" })).toBe(200);
    expect(await status({ ...image, "sec-fetch-site": "same-origin" })).toBe(200);
  });

  test("starts no download for a page of another origin", async () => {
    download = () => {
      throw new Error("it is taken");
    };
    const { port } = await start();
    const headers = { ...link, "sec-fetch-site": "cross-site" };
    const response = await get(port, `127.0.0.1:${port}`, "GET /download/abc", headers);
    expect(response.statusCode).toBe(403);
  });
});

test("[WEB-12] several Host headers are rejected, also for the connection to the host", async () => {
  const { port } = await start();
  const hosts = [`Host: 127.0.0.1:${port}`, "Host: evil.example"];
  expect(await sendLines(port, "GET / HTTP/1.1", ...hosts)).toContain("400 Bad Request");
  const upgrade = ["Upgrade: websocket", `Origin: http://127.0.0.1:${port}`];
  const response = await sendLines(port, "GET /rpc HTTP/1.1", ...hosts, ...upgrade);
  expect(response).toContain("HTTP/1.1 4");
});

test("[WEB-12] a rejected request with Expect gets no 100 Continue", async () => {
  const { port } = await start();
  const lines = ["POST /session/code HTTP/1.1", "Expect: 100-continue", "Content-Length: 2"];
  const foreign = await sendLines(port, ...lines, "Host: evil.example");
  expect(foreign).toMatch(/^HTTP\/1\.1 403/);
  const own = [`Host: 127.0.0.1:${port}`, `Origin: http://127.0.0.1:${port}`];
  expect(await sendLines(port, ...lines, ...own, "", "{}")).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400/,
  );
});

const claim = randomBytes(32).toString("base64url");
const mint = (kind: "printed" | "opened" = "printed", by = key) =>
  mintCode(by, kind, { now, random: randomBytes });

async function post(port: number, path: string, body: unknown, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { origin: `http://127.0.0.1:${port}`, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json().catch(() => null)) as unknown };
}

async function signIn(port: number): Promise<CodeResponse> {
  const { body } = await post(port, "/session/code", { code: mint(), claim });
  return body as CodeResponse;
}

describe("[WEB-2] a sign-in code", () => {
  const redeem = (port: number, code: string, by = claim) =>
    post(port, "/session/code", { code, claim: by });

  test("signs one browser in, once", async () => {
    const { port } = await start();
    const code = mint();
    const first = await redeem(port, code);
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const other = randomBytes(32).toString("base64url");
    expect((await redeem(port, code, other)).status).toBe(401);
    // The same tab may not have received the response.
    expect(await redeem(port, code)).toEqual(first);
  });

  test.each(["printed", "opened"] as const)("that is %s expires", async (kind) => {
    const { port } = await start();
    const code = mint(kind);
    now += CODE_LIFETIME_MS[kind] + 1;
    expect((await redeem(port, code)).status).toBe(401);
  });

  test("from before the start, from the future, or signed by another key is rejected", async () => {
    const early = mint();
    now += 1;
    const { port } = await start();
    now += 60_000;
    const future = mint();
    now -= 60_000;
    const code = mint();
    const forged = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [early, future, mint("printed", Buffer.alloc(32)), forged, "", "x"])
      expect((await redeem(port, wrong)).status, wrong).toBe(401);
    expect((await redeem(port, code)).status).toBe(200);
  });

  test("that opened the browser signs this user's browser in", async () => {
    const { port } = await start();
    expect((await redeem(port, mint("opened"))).status).toBe(200);
  });
});

describe("[WEB-7] the calls that sign in", () => {
  test("only accept the console's pages, and aren't cached", async () => {
    const { port } = await start();
    const body = { code: mint(), claim };
    for (const origin of ["http://evil.example", `http://localhost:${port}`, "null"])
      expect((await post(port, "/session/code", body, { origin })).status, origin).toBe(403);
    const response = await get(port, "evil.example", "POST /session/code");
    expect(response.statusCode).toBe(403);
    const own = { origin: `http://127.0.0.1:${port}` };
    expect((await get(port, `127.0.0.1:${port}`, "POST /session/code")).statusCode).toBe(403);
    const preflight = await get(port, `127.0.0.1:${port}`, "OPTIONS /session/code", own);
    expect(preflight.statusCode).toBe(405);
    expect(preflight.headers["access-control-allow-origin"]).toBeUndefined();
    const asked = await get(port, `127.0.0.1:${port}`, "POST /session/hello", own);
    expect(asked.headers["cache-control"]).toBe("no-store");
    expect((await post(port, "/session/code", body)).status).toBe(200);
  });

  test("reject everything else", async () => {
    const { port } = await start();
    const bodies = [null, [], {}, "", "{", { code: 1, claim }, { code: "x".repeat(300), claim }];
    for (const path of ["/session/code", "/session/hello", "/session/resume"])
      for (const body of bodies)
        expect([400, 401], `${path} ${JSON.stringify(body)}`).toContain(
          (await post(port, path, body)).status,
        );
    expect((await post(port, "/session/code", "x".repeat(5000))).status).toBe(400);
    const large = await post(port, "/session/code", "x".repeat(1_000_000)).catch(() => null);
    expect(large?.status ?? 400).toBe(400);
  });
});

describe("[WEB-10] a browser's key", () => {
  const prove = (of: string, side: "host" | "browser", handshake: Handshake) =>
    createHmac("sha256", Buffer.from(of, "base64url"))
      .update(proofText(side, handshake))
      .digest("base64url");

  /** A browser's handshake, and what it would finally send. */
  async function hello(port: number, { id, key: own }: CodeResponse, origin: string) {
    const browserNonce = randomBytes(32).toString("base64url");
    const { body } = await post(port, "/session/hello", { id, nonce: browserNonce });
    const { nonce, proof } = body as { nonce: string; proof: string };
    const handshake = { origin, browserNonce, hostNonce: nonce };
    return {
      isHost: proof === prove(own, "host", handshake),
      resume: { id, nonce, proof: prove(own, "browser", handshake) },
      echo: { id, nonce, proof },
    };
  }

  test("signs it in after a restart, and each start has its own token", async () => {
    const { port } = await start();
    const browser = await signIn(port);
    await servers.pop()?.close();
    now += 3_600_000;
    await start({ exact: port });
    const greeting = await hello(port, browser, `http://127.0.0.1:${port}`);
    expect(greeting.isHost).toBe(true);
    const { status, body } = await post(port, "/session/resume", greeting.resume);
    expect(status).toBe(200);
    const { token } = body as { token: string };
    expect(token).not.toBe(browser.token);
    const origin = `http://127.0.0.1:${port}`;
    expect(await connect(port, browser.token, origin)).toBe(401);
    expect(await connect(port, token, origin)).toBe(101);
  });

  test("proves nothing to a console on another port", async () => {
    const { port } = await start();
    const browser = await signIn(port);
    const { port: elsewhere } = await start();
    // A program that took over the browser's port forwards everything.
    const relayed = await hello(elsewhere, browser, `http://127.0.0.1:${port}`);
    expect(relayed.isHost).toBe(false);
    expect((await post(elsewhere, "/session/resume", relayed.resume)).status).toBe(401);
  });

  test("is proven once per challenge, in time, and only by its own browser", async () => {
    const { port } = await start();
    const origin = `http://127.0.0.1:${port}`;
    const browser = await signIn(port);
    const other = await signIn(port);
    const resume = async (body: object) => (await post(port, "/session/resume", body)).status;
    const once = await hello(port, browser, origin);
    expect(await resume(once.resume)).toBe(200);
    expect(await resume(once.resume)).toBe(401);
    expect(await resume((await hello(port, browser, origin)).echo)).toBe(401);
    const swapped = await hello(port, browser, origin);
    expect(await resume({ ...swapped.resume, id: other.id })).toBe(401);
    const late = await hello(port, browser, origin);
    now += 60_000;
    expect(await resume(late.resume)).toBe(401);
  });
});

test("a page of another origin is rejected for every path", async () => {
  const { port } = await start();
  const headers = { origin: "http://evil.example" };
  for (const path of ["/", "/session/hello", "/download/x"])
    expect((await get(port, `127.0.0.1:${port}`, `GET ${path}`, headers)).statusCode).toBe(403);
});

test("[WEB-4] nothing that a browser sends automatically signs in", async () => {
  const { port } = await start();
  const response = await get(port, `127.0.0.1:${port}`);
  expect(response.headers["set-cookie"]).toBeUndefined();
});

test("[WEB-8] localhost leads to 127.0.0.1", async () => {
  const { port } = await start();
  const response = await get(port, `localhost:${port}`, "GET /?a=1");
  expect(response.statusCode).toBe(307);
  expect(response.headers.location).toBe(`http://127.0.0.1:${port}/?a=1`);
});

test("a connection needs the token and an origin of ours", async () => {
  const { port } = await start();
  const origin = `http://127.0.0.1:${port}`;
  const { token } = await signIn(port);
  expect(await connect(port, token, origin)).toBe(101);
  expect(await connect(port, "x".repeat(43), origin)).toBe(401);
  expect(await connect(port, token, "http://evil.example")).toBe(403);
  expect(accepted).toBe(1);
});

describe("[DOWNLOAD-3] a download", () => {
  const own = (port: number) => `127.0.0.1:${port}`;

  test("is fetched by its URL with GET, only under our own host names", async () => {
    const asked: string[] = [];
    download = (id) => {
      asked.push(id);
      return { fileName: "mein größtes.zip", sendTo: async (to) => void to.end("PK") };
    };
    const { port } = await start();
    const response = await get(port, own(port), "GET /download/a-ticket_1");
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "application/zip",
      "cache-control": "no-store",
      "content-disposition":
        "attachment; filename=\"mein gr__tes.zip\"; filename*=UTF-8''mein%20gr%C3%B6%C3%9Ftes.zip",
    });
    expect((await get(port, own(port), "HEAD /download/a-ticket_1")).statusCode).toBe(404);
    expect((await get(port, "evil.example", "GET /download/a-ticket_1")).statusCode).toBe(403);
    expect((await get(port, own(port), "GET /download/../x")).statusCode).toBe(404);
    expect(asked).toEqual(["a-ticket_1"]);
  });

  test("with a name that isn't valid Unicode is still sent", async () => {
    download = () => ({ fileName: "a\ud800.zip", sendTo: async (to) => void to.end("PK") });
    const { port } = await start();
    const { statusCode, headers } = await get(port, own(port), "GET /download/odd");
    expect(statusCode).toBe(200);
    expect(headers["content-disposition"]).toContain("filename*=UTF-8''a%EF%BF%BD.zip");
  });

  test("that was fetched or withdrawn is not found", async () => {
    const { port } = await start();
    expect((await get(port, own(port), "GET /download/gone")).statusCode).toBe(404);
  });
});

test("a default port in use is replaced by the next; a given one is rejected", async () => {
  const first = await start();
  const second = await start({ from: first.port });
  expect(second.port).toBeGreaterThan(first.port);
  await expect(start({ exact: first.port })).rejects.toThrow(
    `Port ${first.port} cannot be used for the console: another program has it. Name another with --port.`,
  );
});

test(
  "[WEB-11] a key that a full disk doesn't take is reported by name",
  withSmallDisk(64, (disk) => {
    fillDisk(disk.path);
    expect(() => readOrMakeKey(disk.path)).toThrow(
      `The disk that holds '${disk.path}' is full; free some space and try again.`,
    );
    expect(fs.readdirSync(disk.path)).toEqual(["filler"]);
  }),
);

test("[WEB-11] the key is only readable by its owner, and the earlier token is removed", () => {
  const file = path.join(directory, "console-key");
  fs.writeFileSync(path.join(directory, "console-token"), "old");
  const made = readOrMakeKey(directory);
  fs.chmodSync(file, 0o644);
  expect(readOrMakeKey(directory)).toEqual(made);
  expect(fs.statSync(file).mode & 0o077).toBe(0);
  expect(fs.readdirSync(directory).filter((name) => name.startsWith("console"))).toEqual([
    "console-key",
  ]);
});
