export interface OidcClient {
  /** URL, as the kubeconfig has it. */
  readonly issuer: string;
  readonly clientId: string;
  /** "": a public client. */
  readonly clientSecret: string;
  /** PEM; null: the system's authorities. */
  readonly ca: Buffer | null;
}

export type Answer = Readonly<Record<string, unknown>>;

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly form: string;
}

/** How a client authenticates: RFC 6749 section 2.3.1. */
type Way = "basic" | "post";

/**
 * As the issuer says, the likelier first, as golang.org/x/oauth2 tries them for kubectl: who is registered for the other
 * is an invalid_client, and the refresh token is not looked at.
 */
export function listClientAuthMethods(document: Answer, secret: string): readonly [Way, Way?] {
  const methods = document["token_endpoint_auth_methods_supported"];
  const isNamed = (way: Way) => Array.isArray(methods) && methods.includes(`client_secret_${way}`);
  if (secret === "" || (isNamed("post") && !isNamed("basic"))) return ["post"];
  return isNamed("basic") && !isNamed("post") ? ["basic"] : ["basic", "post"];
}

/** RFC 6749 section 6. */
export function refreshBy(
  way: Way,
  { clientId, clientSecret }: OidcClient,
  refreshToken: string,
): Post {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  if (way === "basic")
    return {
      headers: { ...headers, authorization: basic(clientId, clientSecret) },
      form: form.toString(),
    };
  form.set("client_id", clientId);
  if (clientSecret !== "") form.set("client_secret", clientSecret);
  return { headers, form: form.toString() };
}

/** RFC 6749 section 2.3.1. */
function basic(id: string, secret: string): string {
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice("text=".length);
  return `Basic ${Buffer.from(`${encoded(id)}:${encoded(secret)}`).toString("base64")}`;
}
