import { connect } from "node:net";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { metricsRoutes } from "../metrics/routes.ts";
import { EchoEngine } from "../testing/echo-engine.ts";
import { BrowserGuard } from "./browser-guard.ts";
import { engineRoutes } from "./routes.ts";
import { type HttpAddress, type HttpServer, serveHttp } from "./server.ts";

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(AbortSignal.abort())));
});

type Browsers = NonNullable<HttpAddress["browsers"]>;

async function start({ origins = [], hosts = [] }: Partial<Browsers> = {}, host = "127.0.0.1") {
  const address = { host, port: 0, browsers: { origins, hosts } };
  const server = await serveHttp(engineRoutes(new EchoEngine()), address);
  servers.push(server);
  return server.port;
}

/** Sends one request on a new connection and returns the response as text. */
function send(port: number, requestLine: string, ...headers: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (bytes) => (text += bytes)).on("error", reject);
    socket.on("close", () => resolve(text));
    const lines = [`${requestLine} HTTP/1.1`, ...headers, "Connection: close", "", ""];
    socket.write(lines.join("\r\n"));
  });
}

const INFER = "POST /v2/models/echo/infer";
const body = ["Content-Length: 0"];

describe("[BROWSER-1] a request of a web page", () => {
  test.each([
    [INFER, ...body],
    ["GET /v2/health/live"],
    ["POST /v2/repository/models/echo/load", ...body],
    ["POST /v2/models/echo/generate_stream", ...body],
    ["OPTIONS /v2/models/echo/infer", "Access-Control-Request-Method: POST"],
    ["GET /nothing"],
  ])("%s is rejected with its origin", async (line, ...headers) => {
    const port = await start();
    const origins = ["http://evil.example", "null", `http://127.0.0.1:${port}`];
    for (const origin of origins) {
      const response = await send(port, line, "Host: localhost", `oRiGiN: ${origin}`, ...headers);
      expect(response).toContain("HTTP/1.1 403 Forbidden");
      expect(response).toContain(`web page of '${origin}'`);
      expect(response).toContain("--http-allowed-origin");
      expect(response.toLowerCase()).not.toContain("access-control");
    }
  });

  test("is rejected on the metrics port", async () => {
    const browsers = { origins: [], hosts: [] };
    const server = await serveHttp(metricsRoutes(new EchoEngine(), undefined), {
      host: "127.0.0.1",
      port: 0,
      browsers,
    });
    servers.push(server);
    const response = await send(
      server.port,
      "GET /metrics",
      "Host: localhost",
      "Origin: http://a.b",
    );
    expect(response).toContain("403 Forbidden");
    expect(await send(server.port, "GET /metrics", "Host: localhost")).toContain("200 OK");
    expect(await send(server.port, "GET /metrics", "Host: rebound.example")).toContain("403");
  });

  test("is never answered after an allowed one on the same connection", async () => {
    const port = await start();
    const first = "GET /v2/health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const response = await send(
      port,
      `${first}GET /v2`,
      "Host: localhost",
      "Origin: http://evil.example",
    );
    expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "403",
    ]);
  });
});

describe("[BROWSER-6] a request that a browser sends for a foreign page without an Origin header", () => {
  const image = ["Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image"];
  const link = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
  const frame = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"];

  test.each([
    ["cross-site", "GET /v2", image],
    ["same-site", "GET /v2", image],
    ["cross-site", "GET /v2/models/echo/stats", frame],
    ["cross-site", INFER, link],
    ["cross-site", INFER, []],
    ["cross-site, none", "GET /v2", []],
  ])("from %s is rejected: %s %j", async (site, line, headers) => {
    const port = await start({ origins: ["https://app.example"] });
    const all = ["Host: localhost", `Sec-Fetch-Site: ${site}`, ...headers, ...body];
    expect(await send(port, line, ...all)).toContain("HTTP/1.1 403 Forbidden");
    const open = await start({ origins: ["*"] });
    expect(await send(open, line, ...all)).not.toContain("403 Forbidden");
  });

  test.each([
    ["cross-site", link],
    ["same-origin", image],
    ["none", link],
  ])("is answered when a person opens a link: %s %j", async (site, headers) => {
    const port = await start();
    const all = ["Host: localhost", `Sec-Fetch-Site: ${site}`, ...headers];
    expect(await send(port, "GET /v2", ...all)).toContain("200 OK");
  });

  test("is rejected on the metrics port", async () => {
    const browsers = { origins: [], hosts: [] };
    const routes = metricsRoutes(new EchoEngine(), undefined);
    const server = await serveHttp(routes, { host: "127.0.0.1", port: 0, browsers });
    servers.push(server);
    const all = ["Host: localhost", "Sec-Fetch-Site: cross-site"];
    expect(await send(server.port, "GET /metrics", ...all, ...image)).toContain("403 Forbidden");
    expect(await send(server.port, "GET /metrics", ...all, ...link)).toContain("200 OK");
  });
});

describe("[BROWSER-7] before the body", () => {
  test.each([
    ["rebound.example", "GET /v2"],
    ["localhost", "GET /v2"],
    ["localhost", INFER],
  ])("a second Host header (%s) is rejected: %s", async (second, line) => {
    const response = await send(
      await start(),
      line,
      "Host: localhost",
      `hOST: ${second}`,
      "Content-Length: 0",
    );
    expect(response).toContain("HTTP/1.1 400 Bad Request");
    expect(response).toContain("more than one Host header");
  });

  test.each([
    ["Host: rebound.example", INFER, "403"],
    ["Host: localhost\r\nOrigin: http://evil.example", INFER, "403"],
    ["Host: localhost\r\nHost: localhost", INFER, "400"],
    ["Host: localhost", "POST /v2/models/unknown/infer", "404"],
  ])("%s is answered without requesting the body", async (headers, line, status) => {
    const response = await send(
      await start(),
      line,
      headers,
      "Expect: 100-continue",
      "Content-Length: 1000",
    );
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).not.toContain("100 Continue");
  });

  test("a request that will be read is answered 100 Continue", async () => {
    const headers = ["Host: localhost", "Expect: 100-continue", "Content-Length: 2"];
    const response = await send(await start(), INFER, ...headers, "", "{}");
    expect(response).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 4/);
  });
});

describe("[BROWSER-2] an allowed origin", () => {
  test("may send requests and read the responses", async () => {
    const port = await start({ origins: ["https://app.example"] });
    const own = ["Host: localhost", "Origin: https://app.example"];
    const response = await send(port, "GET /v2", ...own);
    expect(response).toContain("200 OK");
    expect(response).toContain("Access-Control-Allow-Origin: https://app.example");
    expect(response).toContain("Vary: Origin");
    expect(response).toContain("Access-Control-Expose-Headers: Inference-Header-Content-Length");
    const failed = await send(port, "GET /nothing", ...own);
    expect(failed).toContain("404 Not Found");
    expect(failed).toContain("Access-Control-Allow-Origin");
    const other = await send(
      port,
      "GET /v2",
      "Host: localhost",
      "Origin: https://app.example:8443",
    );
    expect(other).toContain("403 Forbidden");
  });

  test("has its preflights answered", async () => {
    const port = await start({ origins: ["*"] });
    const response = await send(
      port,
      "OPTIONS /v2/models/echo/infer",
      "Host: localhost",
      "Origin: http://any.example",
      "Access-Control-Request-Method: POST",
      "Access-Control-Request-Headers: content-type,inference-header-content-length",
      "Access-Control-Request-Private-Network: true",
    );
    expect(response).toContain("204 No Content");
    expect(response).toContain("Access-Control-Allow-Origin: http://any.example");
    expect(response).toContain("Access-Control-Allow-Methods: GET, POST");
    expect(response).toContain(
      "Access-Control-Allow-Headers: content-type,inference-header-content-length",
    );
    expect(response).toContain("Access-Control-Allow-Private-Network: true");
  });
});

describe("[BROWSER-3] on loopback", () => {
  test.each([
    "localhost",
    "LOCALHOST:8000",
    "127.0.0.1:8000",
    "127.9.9.9",
    "[::1]:1",
    "a.localhost",
  ])("accepts the host %s", async (host) => {
    expect(await send(await start(), "GET /v2", `Host: ${host}`)).toContain("200 OK");
  });

  test.each([
    "rebound.example",
    "rebound.example:8000",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "evil.example@127.0.0.1",
    "10.0.0.7:8000",
    "[::2]",
    "",
  ])("rejects the host '%s'", async (host) => {
    const port = await start();
    for (const line of ["GET /v2", "GET /v2/health/live"]) {
      expect(await send(port, line, `Host: ${host}`)).toMatch(/HTTP\/1\.1 403/);
    }
    // Parsed by Node's HTTP layer.
    expect(await send(port, INFER, `Host: ${host}`, "Expect: 100-continue", ...body)).toMatch(
      /HTTP\/1\.1 403/,
    );
  });

  test("a flag allows more names", async () => {
    const port = await start({ hosts: ["Models.example"] });
    expect(await send(port, "GET /v2", "Host: models.EXAMPLE:8000")).toContain("200 OK");
    expect(await send(port, "GET /v2", "Host: rebound.example")).toContain("403 Forbidden");
    const any = await start({ hosts: ["*"] });
    expect(await send(any, "GET /v2", "Host: rebound.example")).toContain("200 OK");
  });

  test("HTTP/1.0 clients need no Host header", async () => {
    const port = await start();
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      let response = "";
      socket.on("data", (bytes) => (response += bytes)).on("close", () => resolve(response));
      socket.write("GET /v2 HTTP/1.0\r\n\r\n");
    });
    expect(text).toContain("200 OK");
  });
});

test("[BROWSER-4] other addresses accept every host until names are configured", async () => {
  const open = await start({}, "0.0.0.0");
  expect(await send(open, "GET /v2", "Host: models.example")).toContain("200 OK");
  const named = await start({ hosts: ["models.example"] }, "0.0.0.0");
  expect(await send(named, "GET /v2", "Host: models.example")).toContain("200 OK");
  expect(await send(named, "GET /v2", "Host: 10.0.0.7:8000")).toContain("200 OK");
  expect(await send(named, "GET /v2", "Host: rebound.example")).toContain("403 Forbidden");
});

test("[BROWSER-3] accepts only hosts that browsers also take for loopback", () => {
  const guard = new BrowserGuard(["127.0.0.1"], { origins: [], hosts: [] });
  const piece = fc.constantFrom(
    ..."localhost 127.0.0.1 127. ::1 [ ] : . @ / \\ # ? % %2e 8000 evil.example ::ffff: 0x7f a".split(
      " ",
    ),
    " ",
    "",
  );
  const host = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((all) => all.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(host, (text) => {
      const passes = guard.hostRefusal(text) === undefined;
      const name = (passes && URL.parse(`http://${text}/`)?.hostname) || "localhost";
      expect(name).toMatch(/^(?:.*\.)?localhost$|^127\.[\d.]+$|^\[::1\]$|^\[::ffff:7f/);
    }),
    { numRuns: 300 },
  );
});
