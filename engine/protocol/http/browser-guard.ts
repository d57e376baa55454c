import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { type HttpResponse, errorText, JSON_TYPE } from "./http-response.ts";
import { hasSeveralHosts, isOfForeignPage } from "../../../base/page-request.ts";

/** What web pages may do. */
export interface BrowserAccess {
  /** Origins whose pages may send requests, e.g. "https://app.example"; "*" for all. */
  readonly origins: readonly string[];
  /** Additional host names that clients may use for this server; "*" for any. */
  readonly hosts: readonly string[];
}

/** An error shows at most this much of an origin or host. */
const MAX_SHOWN = 100;

/** Rejects requests from web pages that aren't allowed, and from DNS rebinding (BROWSER-1 to 7). */
export class BrowserGuard {
  readonly #origins: ReadonlySet<string>;
  /** Undefined: every host is accepted. */
  readonly #hosts: ReadonlySet<string> | undefined;
  readonly #onLoopback: boolean;
  /** Results by header, since clients repeat the same values. */
  #lastKnown = "";

  /**
   * `addresses`: the configured address and the actual one. Without `access` hosts aren't checked.
   */
  constructor(addresses: readonly string[], access: BrowserAccess | undefined) {
    this.#origins = new Set(access?.origins);
    this.#onLoopback = addresses.some(isLoopback);
    const named = new Set(access?.hosts.map((host) => host.toLowerCase()));
    const isChecked = access !== undefined && (this.#onLoopback || named.size > 0);
    if (isChecked && !named.has("*")) this.#hosts = new Set([...addresses, ...named]);
  }

  /**
   * For a request that Node's HTTP layer parsed: the rejection, before anything else is processed;
   * undefined if it may continue.
   */
  refusal(request: IncomingMessage): HttpResponse | undefined {
    const { host, origin } = request.headers;
    if (hasSeveralHosts(request)) {
      return errorText(400, "the request has more than one Host header", JSON_TYPE);
    }
    const refused = host === undefined ? undefined : this.hostRefusal(host);
    if (refused) return refused;
    if (origin !== undefined) return this.#originRefusal(origin);
    if (!isOfForeignPage(request) || this.#origins.has("*")) return undefined;
    return forbidden("requests from web pages are refused unless they name an allowed origin");
  }

  /** The rejection of a request for an unknown host; undefined if the host is accepted. */
  hostRefusal(host: string): HttpResponse | undefined {
    if (host === this.#lastKnown && host !== "") return undefined;
    if (!this.#isKnown(host)) {
      return forbidden(
        `'${shown(host)}' is not known as a name of this server; allow it with --http-allowed-host=NAME`,
      );
    }
    this.#lastKnown = host;
    return undefined;
  }

  /** The rejection of a request from a page that isn't allowed; undefined if it is. */
  #originRefusal(origin: string): HttpResponse | undefined {
    if (this.#origins.has(origin) || this.#origins.has("*")) return undefined;
    return forbidden(
      `requests from a web page of '${shown(origin)}' are refused; allow them with --http-allowed-origin=ORIGIN`,
    );
  }

  #isKnown(host: string): boolean {
    if (this.#hosts === undefined) return true;
    const name = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::[0-9]*)?$/i.exec(host);
    const known = (name?.[1] ?? name?.[2] ?? "").toLowerCase();
    if (isLoopback(known) || this.#hosts.has(known)) return true;
    // IP addresses can't be rebound, but on loopback another machine's address is still wrong.
    return !this.#onLoopback && isIP(known) !== 0;
  }
}

/** `localhost` and its subdomains never leave the machine (RFC 6761). */
function isLoopback(name: string): boolean {
  if (/^(?:.+\.)?localhost$/.test(name)) return true;
  const v4 = name.replace(/^::ffff:/, "");
  return name === "::1" || (isIP(v4) === 4 && v4.startsWith("127."));
}

function forbidden(sentence: string): HttpResponse {
  return errorText(403, sentence, JSON_TYPE);
}

function shown(value: string): string {
  return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
}

/** CORS headers that let an allowed page read a response (Fetch standard, CORS protocol). */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "Inference-Header-Content-Length",
    Vary: "Origin",
  };
}

/** How long a browser may cache a preflight response, in seconds. */
const PREFLIGHT_SECONDS = 600;

/** Answers a CORS preflight; `wanted`: the headers that the page would add. */
export function preflightResponse(wanted: string | undefined): HttpResponse {
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, POST",
      "Access-Control-Allow-Private-Network": "true",
      "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
      ...(wanted !== undefined && { "Access-Control-Allow-Headers": wanted }),
    },
    body: [],
  };
}
