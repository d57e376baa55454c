import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { plainTarget } from "../../../wire/index.ts";
import { ServerHttp } from "../../../wire/transport/index.ts";
import type { Reach } from "../kind.ts";

export interface Page {
  readonly status?: number;
  /** Sent as JSON unless it is a string. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A small HTTP server in place of a product, on a loopback port. */
export interface Product extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  /** HTTP only, with metrics on the same port. */
  readonly reach: Reach;
  /** "METHOD /path" of every request so far. */
  readonly requests: readonly string[];
}

/** `answer`: the product's responses; undefined is its 404 with the body `missing`. */
export async function startProduct(
  answer: (method: string, path: string, body: string) => Page | undefined,
  missing: unknown = "Not Found",
): Promise<Product> {
  const requests: string[] = [];
  const respond = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${url}`);
    const asked = await text(request);
    const page = answer(method, url, asked) ?? { status: 404, body: missing };
    const { status = 200, body, headers = {} } = page;
    const plain = typeof body === "string";
    const type = plain ? "text/plain" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(plain ? body : JSON.stringify(body));
  };
  const server = http.createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http1 = httpTo(address);
  return {
    address,
    reach: { http: http1, metrics: http1, grpc: null },
    requests,
    [Symbol.asyncDispose]: async () => {
      http1[Symbol.dispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A client for HOST:PORT, with a path prefix if given. */
export function httpTo(address: string, path = ""): ServerHttp {
  const target = plainTarget(address);
  if (!target) throw new Error("no address");
  return new ServerHttp({ ...target, path });
}
