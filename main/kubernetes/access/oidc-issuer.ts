import type { Dispatcher } from "undici";
import { silenceReason } from "./api-errors.ts";
import { withoutCredentials } from "../../wire/transport/index.ts";
import {
  type Answer,
  type OidcClient,
  type Post,
  refreshBy,
  listClientAuthMethods,
} from "./oidc-refresh.ts";
import { findProxy } from "./proxy.ts";

/** Max size of a discovery document or a response with tokens, which have some kB. */
const MAX_BODY_BYTES = 1024 * 1024;
/** Max characters of an issuer's message. */
const MAX_ISSUER_TEXT = 300;

export interface OidcTokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/** Why there are no tokens: a part of a sentence without secrets, and what a user can do about it. */
export class OidcFailure extends Error {
  readonly remedy: string;
  /** Whether a retry would fail the same way: the issuer rejected it (RFC 6749 section 5.2). */
  readonly isFinal: boolean;

  constructor(words: string, remedy: string, isFinal = false) {
    super(words);
    this.remedy = remedy;
    this.isFinal = isFinal;
  }
}

export const SIGN_IN_AGAIN =
  "Sign in again with the tool that wrote the kubeconfig, e.g. kubectl oidc-login, and try again.";

/**
 * Asks an issuer for new tokens: OpenID Connect Discovery 1.0 section 4 for the address, OpenID Connect Core 1.0 section
 * 12 and RFC 6749 section 6 for the refresh, the client's secret in the ways that the issuer says. A refresh token is taken
 * once, since it may count once. Rejects with OidcFailures.
 */
export async function refreshedTokens(
  client: OidcClient,
  refreshToken: string,
  signal: AbortSignal,
): Promise<OidcTokens> {
  const asked: Asked = { client, signal };
  const document = await discovered(asked);
  const answer = await tokensFrom(asked, document, refreshToken);
  const idToken = answer["id_token"];
  if (typeof idToken !== "string" || idToken === "")
    throw new OidcFailure(
      `its issuer ${withoutCredentials(client.issuer)} renews no id_token`,
      "Sign in again with the scope openid, or ask who runs the issuer.",
    );
  const renewed = answer["refresh_token"];
  return {
    idToken,
    refreshToken: typeof renewed === "string" && renewed !== "" ? renewed : refreshToken,
  };
}

interface Asked {
  readonly client: OidcClient;
  readonly signal: AbortSignal;
}

async function discovered(asked: Asked): Promise<Answer> {
  const { issuer } = asked.client;
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { status, answer } = await ask(asked, url);
  if (status === 200 && isSecure(answer?.["token_endpoint"])) return answer as Answer;
  const what =
    status === 200
      ? "its response is no discovery document with a token_endpoint over https"
      : `HTTP ${status} for its discovery document`;
  throw new OidcFailure(
    `its issuer ${withoutCredentials(issuer)} cannot be used: ${what}`,
    "Check idp-issuer-url in the kubeconfig.",
  );
}

async function tokensFrom(asked: Asked, document: Answer, refreshToken: string): Promise<Answer> {
  const { issuer, clientSecret } = asked.client;
  const url = document["token_endpoint"] as string;
  const [way, other] = listClientAuthMethods(document, clientSecret);
  let { status, answer } = await ask(asked, url, refreshBy(way, asked.client, refreshToken));
  if (other && answer?.["error"] === "invalid_client")
    ({ status, answer } = await ask(asked, url, refreshBy(other, asked.client, refreshToken)));
  if (status === 200 && answer !== null) return answer;
  const said = describeOidcError(answer, [refreshToken, clientSecret]);
  if (said === "" || !isRefusal(status))
    throw new OidcFailure(
      `its issuer ${withoutCredentials(issuer)} answers a refresh with ${status === 200 ? "what is no JSON" : `HTTP ${status}`}${said && ` (${said})`}`,
      "Try again later, or ask who runs the issuer.",
    );
  const error = answer?.["error"];
  throw new OidcFailure(
    `its token has expired, and its issuer ${withoutCredentials(issuer)} does not renew it (${said})`,
    error === "invalid_client" || error === "unauthorized_client"
      ? "Check client-id and client-secret in the kubeconfig."
      : SIGN_IN_AGAIN,
    true,
  );
}

/** As opposed to being too busy or temporarily unavailable. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The error of a response by RFC 6749 section 5.2, without secrets, which issuers may repeat; "" for other responses. */
function describeOidcError(answer: Answer | null, secrets: readonly string[]): string {
  const { error, error_description: description } = answer ?? {};
  if (typeof error !== "string") return "";
  const words = typeof description === "string" ? `${error}: ${description}` : error;
  return secrets
    .filter((each) => each !== "")
    .reduce((masked, each) => masked.replaceAll(each, "•••"), words)
    .slice(0, MAX_ISSUER_TEXT)
    .replace(/\.$/, "");
}

/** Calls through the environment's proxy, as kubectl calls issuers, regardless of the cluster's proxy. */
async function dispatcherTo(proxy: string | null, ca: OidcClient["ca"]): Promise<Dispatcher> {
  const { Agent, ProxyAgent } = await import("undici");
  const tls = ca && { ca };
  const limit = { maxResponseSize: MAX_BODY_BYTES };
  if (proxy === null) return new Agent({ ...limit, ...(tls && { connect: tls }) });
  return new ProxyAgent({ ...limit, uri: proxy, ...(tls && { requestTls: tls }) });
}

async function ask(
  { client: { issuer, ca }, signal }: Asked,
  url: string,
  post?: Post,
): Promise<{ status: number; answer: Answer | null }> {
  const proxy = findProxy(url);
  const { request } = await import("undici");
  const dispatcher = await dispatcherTo(proxy, ca);
  try {
    const response = await request(url, {
      method: post ? "POST" : "GET",
      headers: { ...post?.headers, accept: "application/json" },
      body: post?.form ?? null,
      dispatcher,
      signal,
    });
    return { status: response.statusCode, answer: parsed(await response.body.text()) };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const way = proxy === null ? "" : ` through the proxy ${withoutCredentials(proxy)}`;
    throw new OidcFailure(
      `its token has expired, and its issuer ${withoutCredentials(issuer)}, which renews it, cannot be reached${way}: ${silenceReason(error)}`,
      "Try again when the issuer answers.",
    );
  } finally {
    void dispatcher.destroy();
  }
}

function parsed(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Answer) : null;
  } catch {
    return null;
  }
}

export function isSecure(url: unknown): boolean {
  return typeof url === "string" && URL.canParse(url) && new URL(url).protocol === "https:";
}
