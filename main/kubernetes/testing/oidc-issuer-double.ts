import type http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { certificates, type ServerCertificate } from "../../servers/testing/certificates.ts";

export const CLIENT = { id: "console", secret: "s3cret:of/the client" };

/** An answer in place of the one that the specifications ask for. */
export interface Instead {
  readonly status: number;
  readonly body: string;
}

/** `lives`: s from now. */
export function idTokenFor(lives: number, number = 0): string {
  const exp = Math.floor(Date.now() / 1000) + lives;
  return [{ alg: "none" }, { sub: "somebody", jti: String(number), exp }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .concat("signature")
    .join(".");
}

/**
 * An OpenID Connect issuer on loopback, over TLS: OpenID Connect Discovery 1.0 sections 3 and 4 for the document, RFC 6749
 * sections 2.3.1 (how a client says who it is), 5.1 and 5.2 (answers) and 6 (refresh), OpenID Connect Core 1.0 section 12
 * (refresh with an id_token), RFC 7519 for the token, which no one signs. A refresh token counts once, as RFC 9700 section
 * 4.14.2 recommends.
 */
export class OidcIssuerDouble implements AsyncDisposable {
  readonly #server: https.Server;
  /** What counts now. */
  refreshToken = "refresh-0";
  /** Section 3's token_endpoint_auth_methods_supported; undefined: left out. */
  methods: readonly string[] | undefined = undefined;
  /** For which of them the client is registered; null: any that are named. */
  registered: readonly string[] | null = null;
  /** Whether refreshed tokens have another refresh token. */
  rotates = true;
  /** Of tokens that are issued, s from now. */
  lives = 3600;
  /** By path. */
  readonly instead = new Map<string, Instead | "silence">();
  /** "GET /.well-known/openid-configuration" */
  readonly calls: string[] = [];
  /** Requests that are held without a response. */
  held = 0;
  /** Hears of each ID token that is issued. */
  issued: (idToken: string) => void = () => {};
  #count = 0;

  private constructor(certificate: ServerCertificate) {
    this.#server = https.createServer(
      { key: certificates.serverKey, cert: certificates[certificate] },
      (request, response) => void this.#answer(request, response),
    );
  }

  static async start(certificate: ServerCertificate = "server"): Promise<OidcIssuerDouble> {
    const issuer = new OidcIssuerDouble(certificate);
    await new Promise<void>((resolve) => issuer.#server.listen(0, "127.0.0.1", resolve));
    return issuer;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.on("secureConnection", (socket) => socket.destroy());
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/" } = request;
    this.calls.push(`${method} ${path}`);
    const instead = this.instead.get(path);
    if (instead === "silence") {
      this.held++;
      response.on("close", () => this.held--);
      return;
    }
    if (instead) return void response.writeHead(instead.status).end(instead.body);
    if (path === "/.well-known/openid-configuration") return reply(response, 200, this.#document());
    if (path !== "/token" || method !== "POST") return reply(response, 404, {});
    this.#refresh(request, new URLSearchParams(await text(request)), response);
  }

  #document(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: this.methods,
    };
  }

  #refresh(
    { headers }: http.IncomingMessage,
    form: URLSearchParams,
    response: http.ServerResponse,
  ): void {
    // The default where no methods are named is client_secret_basic.
    const methods = this.registered ?? this.methods ?? ["client_secret_basic"];
    const encoded = `${encodeURIComponent(CLIENT.id)}:${encodeURIComponent(CLIENT.secret).replaceAll("%20", "+")}`;
    const isBasic = headers.authorization === `Basic ${Buffer.from(encoded).toString("base64")}`;
    const isPost =
      form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    const isPublic = form.get("client_id") === CLIENT.id && !form.has("client_secret");
    const isKnown =
      (methods.includes("client_secret_basic") && isBasic) ||
      (methods.includes("client_secret_post") && isPost) ||
      (methods.includes("none") && isPublic);
    if (!isKnown) return reply(response, 401, { error: "invalid_client" });
    if (form.get("grant_type") !== "refresh_token")
      return reply(response, 400, { error: "unsupported_grant_type" });
    const sent = form.get("refresh_token");
    if (sent !== this.refreshToken)
      return reply(response, 400, {
        error: "invalid_grant",
        error_description: `The refresh token ${sent} is not known.`,
      });
    this.#count++;
    if (this.rotates) this.refreshToken = `refresh-${this.#count}`;
    const idToken = idTokenFor(this.lives, this.#count);
    this.issued(idToken);
    reply(response, 200, {
      access_token: "access",
      token_type: "Bearer",
      expires_in: this.lives,
      id_token: idToken,
      ...(this.rotates && { refresh_token: this.refreshToken }),
    });
  }
}

function reply(response: http.ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}
