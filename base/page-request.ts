import type { IncomingMessage } from "node:http";

type Received = Pick<IncomingMessage, "method" | "headers">;

/**
 * Whether a page of another origin sends this request, according to what browsers add to requests
 * without `Origin` (W3C Fetch Metadata). False for a link that the user opens, and for programs,
 * which add nothing.
 */
export function isOfForeignPage({ method, headers }: Received): boolean {
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return false;
  const opensPage =
    headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return !(opensPage && (method === "GET" || method === "HEAD"));
}

/** Of several `Host` headers, some software uses the first and some the last. */
export function hasSeveralHosts({ headersDistinct }: Pick<IncomingMessage, "headersDistinct">) {
  return (headersDistinct["host"]?.length ?? 0) > 1;
}
