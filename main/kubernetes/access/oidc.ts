import fs from "node:fs";
import type { User } from "@kubernetes/client-node";
import { StatusError } from "../../../base/status-error.ts";
import {
  isSecure,
  OidcFailure,
  type OidcTokens,
  refreshedTokens,
  SIGN_IN_AGAIN,
} from "./oidc-issuer.ts";
import type { OidcClient } from "./oidc-refresh.ts";
import { withoutCredentials } from "../../wire/transport/index.ts";

/** How long before its end a token is renewed, since clocks differ, ms. */
const EARLY_MS = 10_000;

type Written = Readonly<Record<string, string | undefined>>;

interface Held {
  /** Credentials as in the kubeconfig. */
  readonly written: string;
  tokens: OidcTokens;
  refreshing: Promise<string> | null;
  /** A rejected refresh is not repeated. */
  refused: StatusError | null;
}

export interface OidcBounds {
  readonly context: string;
  readonly limitMs: number;
  /** Ends a refresh. */
  readonly over: AbortSignal;
}

/**
 * Signs calls by OpenID Connect, with the keys and rules of kubernetes/client-go's
 * plugin/pkg/client/auth/oidc/oidc.go at commit 7d6fe0ac, in place of the client library's, which sends no client-secret,
 * forgets a refresh token that still counts, waits for an issuer for ever, and calls without credentials where it has
 * none. Renewed tokens stay in memory, also when the kubeconfig is read again, until it says something else.
 */
export class OidcSignIn {
  readonly #bounds: OidcBounds;
  #held: Held | null = null;

  constructor(bounds: OidcBounds) {
    this.#bounds = bounds;
  }

  isAuthProvider(user: User): boolean {
    return findProvider(user)?.name === "oidc";
  }

  async applyAuthentication(user: User, options: { headers?: unknown }): Promise<void> {
    const written = findProvider(user)?.config ?? {};
    const token = await this.#token(user.name, written);
    const headers = { ...(options.headers as object), Authorization: `Bearer ${token}` };
    Object.assign(options, { headers });
  }

  /** Allows a rejected refresh to be repeated. */
  tryAgain(): void {
    if (this.#held) this.#held.refused = null;
  }

  async #token(user: string, written: Written): Promise<string> {
    const held = this.#heldFor(written);
    const { idToken } = held.tokens;
    if (Date.now() + EARLY_MS < readExpiry(idToken)) return idToken;
    if (held.refused) throw held.refused;
    held.refreshing ??= this.#refresh(user, written, held).finally(() => {
      held.refreshing = null;
    });
    return await held.refreshing;
  }

  #heldFor(config: Written): Held {
    const written = JSON.stringify(config);
    if (this.#held?.written === written) return this.#held;
    const tokens = {
      idToken: config["id-token"] ?? "",
      refreshToken: config["refresh-token"] ?? "",
    };
    this.#held = { written, tokens, refreshing: null, refused: null };
    return this.#held;
  }

  async #refresh(user: string, written: Written, held: Held): Promise<string> {
    const { context, limitMs, over } = this.#bounds;
    const limit = AbortSignal.timeout(limitMs);
    const { refreshToken } = held.tokens;
    try {
      const client = readOidcClient(written, refreshToken);
      held.tokens = await refreshedTokens(client, refreshToken, AbortSignal.any([limit, over]));
      return held.tokens.idToken;
    } catch (error) {
      const failure = limit.aborted ? tooLate(written, limitMs) : error;
      if (!(failure instanceof OidcFailure)) throw failure;
      const words = `'${user}' cannot sign in to the context '${context}' by OpenID Connect: ${failure.message}. ${failure.remedy}`;
      const refusal = new StatusError("UNAUTHENTICATED", words, { details: { signIn: true } });
      if (failure.isFinal) held.refused = refusal;
      throw refusal;
    }
  }
}

function findProvider(user: User | null): { name?: string; config?: Written } | undefined {
  return user?.authProvider as { name?: string; config?: Written } | undefined;
}

function readOidcClient(written: Written, refreshToken: string): OidcClient {
  const issuer = written["idp-issuer-url"] ?? "";
  const clientId = written["client-id"] ?? "";
  const missing = refreshToken === "" ? "refresh-token" : clientId === "" ? "client-id" : "";
  if (missing !== "")
    throw new OidcFailure(
      `its token has expired, and the kubeconfig has no ${missing} to renew it with`,
      SIGN_IN_AGAIN,
    );
  if (!isSecure(issuer))
    throw new OidcFailure(
      `its token has expired, and idp-issuer-url '${withoutCredentials(issuer)}' is no https address`,
      "Check it in the kubeconfig.",
    );
  const file = written["idp-certificate-authority"];
  const data = written["idp-certificate-authority-data"];
  const ca = data ? Buffer.from(data, "base64") : file ? fs.readFileSync(file) : null;
  return { issuer, clientId, clientSecret: written["client-secret"] ?? "", ca };
}

function tooLate(written: Written, limitMs: number): OidcFailure {
  return new OidcFailure(
    `its token has expired, and its issuer ${withoutCredentials(written["idp-issuer-url"] ?? "")}, which renews it, did not answer within ${limitMs / 1000} s`,
    "A VPN or a firewall may block it; try again when the issuer answers.",
  );
}

/** ms since the epoch; 0 where it cannot be read. RFC 7519 section 4.1.4. */
function readExpiry(token: string): number {
  try {
    const [, payload = ""] = token.split(".");
    const { exp } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
      exp?: unknown;
    };
    return typeof exp === "number" ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
