import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** A page is complete if no file is requested for this long, ms. */
const QUIET_MS = 50;
/** Maximum wait, regardless of requests, ms. */
const LIMIT_MS = 1_000;

/**
 * Resolves when a page that opens has its files, or no page opens: 50 ms after the last response,
 * at most after a second, and at once when a page connects to the host.
 */
export function pageServed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    let underWay = 0;
    const end = () => {
      clearTimeout(quiet);
      clearTimeout(limit);
      server.off("request", onRequest);
      server.off("upgrade", end);
      resolve();
    };
    const onRequest = (_request: IncomingMessage, response: ServerResponse) => {
      underWay += 1;
      clearTimeout(quiet);
      response.once("close", () => {
        underWay -= 1;
        if (underWay === 0) quiet = setTimeout(end, QUIET_MS);
      });
    };
    let quiet = setTimeout(end, QUIET_MS);
    const limit = setTimeout(end, LIMIT_MS);
    server.on("request", onRequest);
    server.on("upgrade", end);
  });
}
