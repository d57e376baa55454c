import { afterAll, beforeAll, beforeEach } from "vitest";
import { engineRoutes } from "../http/routes.ts";
import { type HttpServer, serveHttp } from "../http/server.ts";
import { EchoEngine, lateEngine } from "./echo-engine.ts";

/** Starts an HTTP server for the tests of a file, with a new echo engine for each test. */
export function echoServer(options: { maxBodyBytes?: number } = {}) {
  let engine = new EchoEngine();
  let server: HttpServer;
  beforeAll(async () => {
    const routes = engineRoutes(lateEngine(() => engine));
    server = await serveHttp(routes, { host: "127.0.0.1", port: 0, ...options });
  });
  beforeEach(() => {
    engine = new EchoEngine();
  });
  afterAll(() => server.close(AbortSignal.abort()));
  return {
    get engine() {
      return engine;
    },
    get port() {
      return server.port;
    },
    /** Each on the connection that fetch keeps open. */
    async send(path: string, init: RequestInit = {}) {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get("content-type");
      return {
        status: response.status,
        type,
        headers: response.headers,
        bytes,
        text: bytes.toString(),
      };
    },
    post(path: string, body: unknown, headers: Record<string, string> = {}) {
      const raw = typeof body === "string" || body instanceof Uint8Array;
      return this.send(path, {
        method: "POST",
        headers,
        body: (raw ? body : JSON.stringify(body)) as NonNullable<RequestInit["body"]>,
      });
    },
  };
}

/** An infer request whose tensors follow its JSON. */
export function binaryRequest(json: unknown, ...tensors: readonly Uint8Array[]) {
  const header = Buffer.from(JSON.stringify(json));
  return {
    body: Buffer.concat([header, ...tensors]),
    headers: { "Inference-Header-Content-Length": String(header.byteLength) },
  };
}

export const floatBytes = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer);
