import type { IncomingMessage, ServerResponse } from "node:http";
import type { Client } from "../../types.ts";
import { type HttpResponse, errorResponse } from "./http-response.ts";
import { type BrowserGuard, corsHeaders, preflightResponse } from "./browser-guard.ts";
import { announcedBytes, type Body, readBody } from "./body.ts";
import type { Call, Router } from "./call.ts";

/** Scheme and authority in a proxy-style request target (RFC 9112, absolute form). */
const AUTHORITY = /^https?:\/\/[^/?]*/i;

/** How long the rest of an unread body is discarded before the connection closes, ms. */
const DISCARD_MS = 1000;

/** A client with this many unsent bytes of its stream counts as disconnected. */
const MAX_UNSENT = 16 * 1024 * 1024;

/** Answers a request from Node's HTTP layer. Never throws. */
export async function respondToNode(
  { router, guard }: { readonly router: Router; readonly guard: BrowserGuard },
  request: IncomingMessage,
  response: ServerResponse,
  limits: { maxBodyBytes: number; closing(): boolean },
): Promise<void> {
  const call = new NodeCall(request, response, limits.maxBodyBytes);
  let httpResponse: HttpResponse;
  const { origin } = request.headers;
  const refused = guard.refusal(request);
  try {
    httpResponse = refused ?? (await handle(router, request, call));
  } catch (error) {
    httpResponse = errorResponse(error);
  }
  if (origin !== undefined && !refused) {
    httpResponse = {
      ...httpResponse,
      headers: { ...httpResponse.headers, ...corsHeaders(origin) },
    };
  }
  if (request.complete) return send(response, httpResponse, { last: limits.closing() });
  // An unread body would be parsed as the next request.
  await send(response, httpResponse, { last: true, beforeEnd: () => discardRest(request) });
}

async function handle(
  router: Router,
  request: IncomingMessage,
  call: NodeCall,
): Promise<HttpResponse> {
  const { method = "", url = "/", headers } = request;
  if (method === "OPTIONS" && headers.origin !== undefined) {
    return preflightResponse(call.header("access-control-request-headers"));
  }
  const match = router.find(method, url.replace(AUTHORITY, ""));
  return "route" in match ? await match.route.handle(call.with(match.captures)) : match;
}

class NodeCall implements Call {
  captures: Call["captures"] = [];
  readonly received = undefined;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly maxBodyBytes: number;
  readonly #abort = new AbortController();

  constructor(request: IncomingMessage, response: ServerResponse, maxBodyBytes: number) {
    this.#request = request;
    this.#response = response;
    this.maxBodyBytes = maxBodyBytes;
    response.once("close", () => {
      if (!response.writableFinished) this.#abort.abort();
    });
  }

  with(captures: Call["captures"]): this {
    this.captures = captures;
    return this;
  }

  header(name: string): string | undefined {
    return this.#request.headers[name] as string | undefined;
  }

  body(): Promise<Body> {
    this.#askForBody();
    return readBody(this.#request, this.maxBodyBytes);
  }

  /**
   * A client with "Expect: 100-continue" sends the body only on request (RFC 9110, section 10.1.1).
   */
  #askForBody(): void {
    const { headers } = this.#request;
    if (headers.expect === undefined || announcedBytes(this.#request) > this.maxBodyBytes) return;
    this.#response.writeContinue();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get client(): Client {
    const { socket, headers } = this.#request;
    return { address: socket.remoteAddress ?? "", userAgent: headers["user-agent"] ?? "" };
  }
}

/** Closing a connection with unread bytes resets it, and the client may never see the response. */
function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const ended = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(ended, DISCARD_MS);
    request.removeAllListeners("data").once("end", ended).once("close", ended).resume();
  });
}

interface Sending {
  readonly last: boolean;
  /** What to wait for between the response and the end of the connection. */
  readonly beforeEnd?: () => Promise<void>;
}

async function send(
  response: ServerResponse,
  httpResponse: HttpResponse,
  { last, beforeEnd }: Sending,
): Promise<void> {
  const { status, headers, body, stream, sent } = httpResponse;
  if (response.destroyed) return sent?.();
  const length = body.reduce((sum, part) => sum + part.byteLength, 0);
  response.writeHead(status, {
    ...headers,
    ...(stream === undefined && { "Content-Length": length }),
    ...(last && { Connection: "close" }),
  });
  response.cork();
  for (const part of body) response.write(part);
  if (stream === undefined && beforeEnd === undefined) response.end(() => sent?.());
  response.uncork();
  await stream?.((piece) => {
    response.write(piece);
    if (response.writableLength > MAX_UNSENT) response.destroy();
  });
  if (beforeEnd) {
    response.flushHeaders();
    await beforeEnd();
  }
  if (stream || beforeEnd) response.end(() => sent?.());
}
