import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { hasSeveralHosts, isOfForeignPage } from "../../base/page-request.ts";
import type { HostMessage, Transport } from "../../main/contract/messages.ts";
import type { TakenDownload } from "../../main/downloads/index.ts";
import { serveWebSocket } from "../../main/rpc/web-socket-server.ts";
import { securityHeaders } from "./security-headers.ts";
import { SessionRoutes } from "./sign-in/session-routes.ts";
import { Sessions } from "./sign-in/sessions.ts";
import { readStaticFile } from "./static-files.ts";

export interface ConsoleOptions {
  /** Folder of the built pages. */
  readonly directory: string;
  /** The data directory's key, from which browsers' keys are derived. */
  readonly key: Buffer;
  /** The port on 127.0.0.1 that the server listens on. */
  readonly port: number;
  /** Connections to the host wait for it; by default they don't wait. */
  readonly ready?: Promise<unknown>;
  readonly accept: (transport: Transport<HostMessage, unknown>) => void;
  /** A folder offered for download; the id in the URL is valid for one GET and authorizes it. */
  readonly download: (id: string) => TakenDownload | null;
  /** ms since the epoch; default: the system's. */
  readonly now?: () => number;
  /** Default: the system's. */
  readonly random?: (bytes: number) => Buffer;
}

export interface ConsoleServer {
  close(): Promise<void>;
}

/** Replaces a request target that can't be parsed. */
const root = new URL("http://console/");

/** Serves the console's pages and its connection to the host on a listening server. */
export function serveConsole(server: Server, options: ConsoleOptions): ConsoleServer {
  const { key, port, now = Date.now, random = randomBytes } = options;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const origins = hosts.map((host) => `http://${host}`);
  const [origin = ""] = origins;
  const sessions = new Sessions({ key, origin, now, random });
  const signIn = new SessionRoutes(sessions);

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const end = (status: number, text: string) =>
      response
        .writeHead(status, { ...securityHeaders, "content-type": "text/plain; charset=utf-8" })
        .end(text);
    if (hasSeveralHosts(request)) return end(400, "More than one Host header.\n");
    // A host name whose DNS someone else controls must not reach the console.
    if (!hosts.includes(request.headers.host ?? "")) return end(403, "Unknown host.\n");
    const { origin: from } = request.headers;
    if (from !== undefined && !origins.includes(from)) return end(403, "Unknown origin.\n");
    if (isOfForeignPage(request)) return end(403, "Other pages can't use the console.\n");
    const { pathname, search } = URL.parse(request.url ?? "/", "http://console") ?? root;
    if (request.method === "POST" && signIn.has(pathname)) {
      if (from !== origin) return end(403, "Pages of this console sign in, nothing else.\n");
      if (request.headers.expect !== undefined) response.writeContinue();
      return await signIn.answer(pathname, request, response);
    }
    if (request.method !== "GET" && request.method !== "HEAD") return end(405, "Read only.\n");
    // A browser remembers its sign-in per origin: with one name for the console, one sign-in is
    // enough.
    if (pathname === "/" && request.headers.host !== hosts[0]) {
      response.writeHead(307, { ...securityHeaders, location: `http://${hosts[0]}/${search}` });
      return void response.end();
    }
    const id = /^\/download\/([\w-]+)$/.exec(pathname)?.[1];
    if (id !== undefined && request.method === "GET") {
      if (request.headers["sec-fetch-site"] === "cross-site")
        return end(403, "Start the download from the console.\n");
      const download = options.download(id);
      if (!download) return end(404, "This download was fetched or withdrawn; ask for it again.\n");
      return await sendDownload(download, response);
    }
    const file = await readStaticFile(options.directory, pathname);
    if (!file) return end(404, "Page not found.\n");
    response.writeHead(200, {
      ...securityHeaders,
      "content-type": file.type,
      "content-length": file.body.length,
      "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    });
    response.end(request.method === "HEAD" ? undefined : file.body);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  };
  server.on("request", onRequest);
  server.on("checkContinue", onRequest);

  const door = serveWebSocket(server, {
    path: "/rpc",
    token: sessions.token,
    origins: () => origins,
    ready: options.ready,
    accept: options.accept,
  });

  return {
    close: () =>
      new Promise((resolve) => {
        door.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sent in chunks without a length; the final chunk shows that it is complete. */
async function sendDownload(download: TakenDownload, response: ServerResponse): Promise<void> {
  response.writeHead(200, {
    ...securityHeaders,
    "content-type": "application/zip",
    "content-disposition": formatDisposition(download.fileName),
    "cache-control": "no-store",
  });
  await download.sendTo(response);
}

/** RFC 6266: the name in ASCII for old clients, and unchanged. */
function formatDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
