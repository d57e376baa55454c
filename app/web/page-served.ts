import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type Clock, systemClock } from "../../base/clock.ts";

/** A page is complete if no file is requested for this long, ms. */
const QUIET_MS = 50;
/** Maximum wait, regardless of requests, ms. */
const LIMIT_MS = 1_000;

/**
 * Resolves when a page that opens has its files, or no page opens: 50 ms after the last response,
 * at most after a second, and at once when a page connects to the host.
 */
export function pageServed(server: Server, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve) => {
    let underWay = 0;
    const end = () => {
      quiet[Symbol.dispose]();
      limit[Symbol.dispose]();
      server.off("request", onRequest);
      server.off("upgrade", end);
      resolve();
    };
    const onRequest = (_request: IncomingMessage, response: ServerResponse) => {
      underWay += 1;
      quiet[Symbol.dispose]();
      response.once("close", () => {
        underWay -= 1;
        if (underWay === 0) quiet = clock.after(QUIET_MS, end);
      });
    };
    let quiet = clock.after(QUIET_MS, end);
    const limit = clock.after(LIMIT_MS, end);
    server.on("request", onRequest);
    server.on("upgrade", end);
  });
}
