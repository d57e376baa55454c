import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { HostMessage, Transport } from "../../main/contract/messages.ts";
import { serveWebSocket } from "../../main/rpc/index.ts";
import { listen, listenOnFree } from "./listen.ts";
import { securityHeaders } from "./security-headers.ts";
import { readStaticFile } from "./static-files.ts";

export interface ConsoleOptions {
  /** Folder of the built pages. */
  readonly directory: string;
  readonly token: string;
  /** The port a person named, refused when taken; or where to begin looking for a free one. */
  readonly port: { readonly exact: number } | { readonly from: number };
  readonly accept: (transport: Transport<HostMessage, unknown>) => void;
}

export interface ConsoleServer {
  readonly port: number;
  /** Opens the console signed in. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the console's pages and its connection to the host on 127.0.0.1. */
export async function serveConsole(options: ConsoleOptions): Promise<ConsoleServer> {
  let origins: string[] = [];
  const hosts = () => origins.map((origin) => new URL(origin).host);

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const end = (status: number, text: string) =>
      response
        .writeHead(status, { ...securityHeaders, "content-type": "text/plain; charset=utf-8" })
        .end(text);
    // A name that somebody else's DNS points here must not reach the console.
    if (!hosts().includes(request.headers.host ?? "")) return end(403, "Unknown host.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return end(405, "Read only.\n");
    const { pathname } = new URL(request.url ?? "/", "http://console");
    const file = await readStaticFile(options.directory, pathname);
    if (!file) return end(404, "There is nothing here.\n");
    response.writeHead(200, {
      ...securityHeaders,
      "content-type": file.type,
      "content-length": file.body.length,
      "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    });
    response.end(request.method === "HEAD" ? undefined : file.body);
  };
  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  const port =
    "exact" in options.port
      ? await listenExactly(server, options.port.exact)
      : await listenOnFree(server, options.port.from);
  origins = [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
  const door = serveWebSocket(server, {
    path: "/rpc",
    token: options.token,
    origins: () => origins,
    accept: options.accept,
  });

  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${options.token}`,
    close: () =>
      new Promise((resolve) => {
        door.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listenExactly(server: http.Server, port: number): Promise<number> {
  try {
    return await listen(server, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === "EADDRINUSE"
        ? "another program has it"
        : code === "EACCES"
          ? "not allowed"
          : message;
    throw new Error(
      `Port ${port} cannot be used for the console: ${why}. Name another with --port.`,
      {
        cause: error,
      },
    );
  }
}
