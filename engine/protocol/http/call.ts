import type { CancelSignal } from "../../../base/cancellation.ts";
import type { Client } from "../../types.ts";
import type { Feature } from "../restrictions.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type HttpResponse, errorResponse, errorText, TEXT_TYPE } from "./http-response.ts";
import type { Body } from "./body.ts";

/** A request as its route sees it. */
export interface Call {
  /** Captures of the route's pattern, percent-decoded; undefined for groups that didn't match. */
  readonly captures: readonly (string | undefined)[];
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** The body, if all of it has arrived. */
  readonly received: Body | undefined;
  body(): Promise<Body>;
  /** Limit of the body, which also holds after decompression. */
  readonly maxBodyBytes: number;
  /** Aborts when the client disconnects before the response. */
  readonly signal: CancelSignal;
  readonly client: Client;
}

export interface Route {
  /** "*": every method that has no route of its own for the path. */
  readonly method: "GET" | "POST" | "*";
  /** Matches the whole path. */
  readonly path: RegExp;
  /** The feature that restrictions refer to; undefined: can't be restricted. */
  readonly feature?: Feature;
  /** The response is streamed. */
  readonly streams?: boolean;
  handle(call: Call): HttpResponse | Promise<HttpResponse>;
}

/** The route for a method and path, with the pattern's captures. */
export interface Match {
  readonly route: Route;
  readonly captures: readonly (string | undefined)[];
}

/** Number of cached paths, and the longest one that is cached. */
const MAX_REMEMBERED = 512;
const MAX_REMEMBERED_PATH = 256;

/** Finds routes. Caches matches, since clients use the same few paths. */
export class Router {
  readonly #routes: readonly Route[];
  readonly #found = new Map<string, Match>();

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  /** The match, or the error response. */
  find(method: string, url: string): Match | HttpResponse {
    const key = `${method} ${url}`;
    const known = this.#found.get(key);
    if (known) return known;
    const path = url.split("?", 1)[0] ?? "/";
    let pathKnown = false;
    for (const route of this.#routes) {
      const groups = route.path.exec(path);
      if (!groups) continue;
      pathKnown = true;
      if (route.method !== method && route.method !== "*") continue;
      try {
        const match = { route, captures: groups.slice(1).map((part) => part && decoded(part)) };
        if (this.#found.size >= MAX_REMEMBERED) this.#found.clear();
        if (url.length <= MAX_REMEMBERED_PATH) this.#found.set(key, match);
        return match;
      } catch (error) {
        return errorResponse(error);
      }
    }
    return pathKnown ? methodNotAllowed() : errorText(404, "Not Found", TEXT_TYPE);
  }
}

export const methodNotAllowed = (): HttpResponse => errorText(405, "Method Not Allowed", TEXT_TYPE);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `'${part}' in the path is not percent-encoded UTF-8`,
      { cause: error },
    );
  }
}
