import type { IncomingMessage } from "node:http";

type Received = Pick<IncomingMessage, "method" | "headers">;

/**
 * Whether a page of another origin sends this, by what browsers add to requests that have no `Origin` (W3C Fetch
 * Metadata). False for a link that a user opens, and for programs, which add nothing.
 */
export function isOfForeignPage({ method, headers }: Received): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  const opensPage =
    headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(opensPage && (method === "GET" || method === "HEAD"));
}

/** Readers that take the first of several `Host` headers and those that take the last see different hosts. */
export function hasSeveralHosts({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">) {
  return (headersDistinct["host"]?.length ?? 0) > 1;
}
