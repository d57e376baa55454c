import type { Client } from "../../types.ts";
import type { Feature } from "../restrictions.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type Answer, errorAnswer, errorText, TEXT_TYPE } from "./answer.ts";
import type { Body } from "./body.ts";

/** A request as a route sees it. */
export interface Call {
  /** What the route's pattern captured, percent-decoded; undefined where a group took no part. */
  readonly captures: readonly (string | undefined)[];
  /** By lower-case name. */
  header(name: string): string | undefined;
  /** The body, where all of it is here already. */
  readonly received: Body | undefined;
  body(): Promise<Body>;
  /** The limit that a decompressed body has to keep, too. */
  readonly maxBodyBytes: number;
  /** Aborts when the client disconnects before its answer. */
  readonly signal: AbortSignal;
  readonly client: Client;
}

export interface Route {
  /** "*": every method that no other route of the path has. */
  readonly method: "GET" | "POST" | "*";
  /** Matches the whole path. */
  readonly path: RegExp;
  /** What it belongs to; undefined: it can't be restricted. */
  readonly feature?: Feature;
  /** Its answer comes in pieces. */
  readonly streams?: boolean;
  handle(call: Call): Answer | Promise<Answer>;
}

/** The route of a method and path, with what its pattern captured. */
export interface Match {
  readonly route: Route;
  readonly captures: readonly (string | undefined)[];
}

/** Paths that are remembered; a path of more characters never is. */
const MAX_REMEMBERED = 512;
const MAX_REMEMBERED_PATH = 256;

/** Finds routes; remembers what it found, since clients ask for the same few paths. */
export class Router {
  readonly #routes: readonly Route[];
  readonly #found = new Map<string, Match>();

  constructor(routes: readonly Route[]) {
    this.#routes = routes;
  }

  /** The match, or the answer without one. */
  find(method: string, url: string): Match | Answer {
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
        return errorAnswer(error);
      }
    }
    return pathKnown ? methodNotAllowed() : errorText(404, "Not Found", TEXT_TYPE);
  }
}

export const methodNotAllowed = (): Answer => errorText(405, "Method Not Allowed", TEXT_TYPE);

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
