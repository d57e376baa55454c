import { StatusError } from "../../engine/protocol/status.ts";
import type { HostTransport } from "../../main/contract/rpc/index.ts";

export interface SessionOptions {
  /** Where the browser keeps the token; one that throws keeps nothing. */
  readonly storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Asks the host about a token; "unknown" while it doesn't answer. */
  readonly check: (token: string) => Promise<TokenState>;
  readonly connect: (token: string) => Promise<HostTransport>;
}

export type TokenState = "accepted" | "refused" | "unknown";

export const TOKEN_KEY = "batchdeck.token";

/** How this browser is signed in to the host that served the page. */
export class Session {
  readonly #options: SessionOptions;
  /** Of a sign-in link, until the host has accepted or refused it. */
  #offered: string | null = null;
  /** In use; kept here where the browser stores nothing. */
  #held: string | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get hasToken(): boolean {
    return this.#tokens().length > 0;
  }

  /** Tries `token` before the remembered one. */
  offer(token: string): void {
    this.#offered = token;
  }

  /** Remembers `token` if the host accepts it. */
  async signIn(token: string): Promise<TokenState> {
    const state = await this.#options.check(token);
    if (state === "accepted") this.#remember(token);
    return state;
  }

  signOut(): void {
    this.#offered = null;
    this.#held = null;
    this.#stored((storage) => storage.removeItem(TOKEN_KEY));
  }

  /** Connects to the host. UNAUTHENTICATED when it refuses every token there is; UNAVAILABLE when it can't be reached. */
  async open(): Promise<HostTransport> {
    for (const token of this.#tokens()) {
      try {
        const transport = await this.#options.connect(token);
        this.#remember(token);
        return transport;
      } catch (error) {
        // A browser doesn't report why a WebSocket was refused.
        if ((await this.#options.check(token)) !== "refused") throw error;
        this.#forget(token);
      }
    }
    throw new StatusError("UNAUTHENTICATED", "This browser isn't signed in.");
  }

  #tokens(): string[] {
    const kept = this.#stored((storage) => storage.getItem(TOKEN_KEY)) ?? this.#held;
    return [...new Set([this.#offered, kept])].filter((each) => each !== null);
  }

  #remember(token: string): void {
    this.#offered = null;
    this.#held = token;
    this.#stored((storage) => storage.setItem(TOKEN_KEY, token));
  }

  #forget(token: string): void {
    if (this.#offered === token) this.#offered = null;
    if (this.#held === token) this.#held = null;
    this.#stored((storage) => {
      if (storage.getItem(TOKEN_KEY) === token) storage.removeItem(TOKEN_KEY);
    });
  }

  /** Null where the browser allows no storage. */
  #stored<T>(access: (storage: ReturnType<SessionOptions["storage"]>) => T): T | null {
    try {
      return access(this.#options.storage());
    } catch {
      return null;
    }
  }
}

/** The token of a sign-in link, or of a text that is only a token; null if the text has no token. */
export function tokenIn(text: string): string | null {
  const written = text.trim();
  const link = /#\/?token=([\w-]{1,256})(?![\w-])/.exec(written)?.[1];
  return link ?? /^[\w-]{32,256}$/.exec(written)?.[0] ?? null;
}

/** What is left of an address's hash without the token; null where it has none. */
export function hashWithoutToken(hash: string): string | null {
  const rest = /^#\/?token=[\w-]+&?(.*)$/.exec(hash)?.[1];
  if (rest === undefined) return null;
  return rest === "" ? "" : `#${rest}`;
}
