import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { HostMessage, Transport } from "../../main/contract/messages.ts";
import type { TakenDownload } from "../../main/downloads/index.ts";
import { isSameSecret, serveWebSocket } from "../../main/rpc/index.ts";
import { securityHeaders } from "./security-headers.ts";
import { sendDownload } from "./send-download.ts";
import { signInLink } from "./sign-in-link.ts";
import { readStaticFile } from "./static-files.ts";

export interface ConsoleOptions {
  /** Folder of the built pages. */
  readonly directory: string;
  readonly token: string;
  /** The port on 127.0.0.1 that the server listens on. */
  readonly port: number;
  readonly accept: (transport: Transport<HostMessage, unknown>) => void;
  /** A folder that a page was offered; the id in the address is good for one GET and says who may have it. */
  readonly download: (id: string) => TakenDownload | null;
}

export interface ConsoleServer {
  /** Opens the console signed in. */
  readonly url: string;
  close(): Promise<void>;
}

/** Lets a server that listens serve the console's pages and its connection to the host. */
export function serveConsole(server: Server, options: ConsoleOptions): ConsoleServer {
  const { port } = options;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const end = (status: number, text: string) =>
      response
        .writeHead(status, { ...securityHeaders, "content-type": "text/plain; charset=utf-8" })
        .end(text);
    // A name that somebody else's DNS points here must not reach the console.
    if (!hosts.includes(request.headers.host ?? "")) return end(403, "Unknown host.\n");
    if (request.method !== "GET" && request.method !== "HEAD") return end(405, "Read only.\n");
    const { pathname, search } = new URL(request.url ?? "/", "http://console");
    if (pathname === "/session") {
      const offered = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
      const accepted = offered !== undefined && isSameSecret(offered, options.token);
      response.writeHead(accepted ? 204 : 401, { ...securityHeaders, "cache-control": "no-store" });
      return void response.end();
    }
    // A browser remembers its sign-in per origin: one name for the console, so that one sign-in is enough.
    if (pathname === "/" && request.headers.host !== hosts[0]) {
      response.writeHead(307, { ...securityHeaders, location: `http://${hosts[0]}/${search}` });
      return void response.end();
    }
    const id = /^\/download\/([\w-]+)$/.exec(pathname)?.[1];
    if (id !== undefined && request.method === "GET") {
      const download = options.download(id);
      if (!download) return end(404, "This download was fetched or withdrawn; ask for it again.\n");
      return await sendDownload(download, response);
    }
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
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response).catch(() => response.destroy());
  });

  const door = serveWebSocket(server, {
    path: "/rpc",
    token: options.token,
    origins: () => hosts.map((host) => `http://${host}`),
    accept: options.accept,
  });

  return {
    url: signInLink(port, options.token),
    close: () =>
      new Promise((resolve) => {
        door.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
