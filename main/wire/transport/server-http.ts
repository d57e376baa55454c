import type { SecureContext } from "node:tls";
import type { Dispatcher } from "undici";
import { StatusError } from "../../../base/status-error.ts";
import { formatAuthority, type Target } from "../index.ts";
import { redactHeaders } from "./redact-headers.ts";
import { unreachable } from "./failure.ts";
import { boundedText } from "./bounded-text.ts";
import { secureContextFor } from "./tls.ts";

export interface TextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface HttpOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default 5 s, for the whole exchange. */
  readonly timeoutMs?: number;
  /** Default 32 MiB. */
  readonly maxBytes?: number;
}

const DEFAULT_TIMEOUT_MS = 5000;
const MAX_BYTES = 32 * 1024 * 1024;
/** Further requests to one server queue: it has other clients, too. */
const MAX_CONNECTIONS = 16;
/** HTTP/2 would retry requests that a closing server hasn't started. */
const HTTP_1 = { allowH2: false } as const;

/**
 * HTTP calls to one target, with its encryption and headers. Resolves with any response, whatever its status; no call
 * is repeated. Rejects with StatusErrors: UNAVAILABLE with `details.unreachable` if nothing responds,
 * DEADLINE_EXCEEDED, CANCELLED, RESOURCE_EXHAUSTED for more bytes than allowed.
 */
export class ServerHttp implements Disposable {
  readonly #target: Target;
  readonly #secure: SecureContext | null;
  /** Created on the first call: loading undici takes a third of the host's start time. */
  #dispatcher: Promise<Dispatcher> | null = null;
  #disposed = false;
  /** The newest alert of a connection: TLS 1.3 rejects client certificates after the handshake, and undici drops it. */
  #alert: Error | null = null;

  /** FAILED_PRECONDITION for unusable certificates. */
  constructor(target: Target) {
    this.#target = target;
    this.#secure = target.tls && secureContextFor(target.tls);
  }

  /** Without secrets. */
  get url(): string {
    return `${this.#target.tls ? "https" : "http"}://${formatAuthority(this.#target)}${this.#target.path}`;
  }

  /** A sentence to append to a rejection if credentials were withheld; else "". */
  get withheld(): string {
    return this.#target.withheld
      ? " The connection's credentials and headers were not sent there: another of its addresses is encrypted and this one is not. Start it with https://."
      : "";
  }

  /** The server's text without the secrets that it was sent. */
  redactHeaders(words: string): string {
    return redactHeaders(words, this.#target.headers);
  }

  get(path: string, options?: HttpOptions): Promise<TextResponse> {
    return this.send("GET", path, null, options);
  }

  /** `body`: sent as JSON; null: none. */
  async send(
    method: Dispatcher.HttpMethod,
    path: string,
    body: unknown,
    { signal, timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = MAX_BYTES }: HttpOptions = {},
  ): Promise<TextResponse> {
    const limit = AbortSignal.timeout(timeoutMs);
    this.#alert = null;
    try {
      const { request } = await import("undici");
      const response = await request(`${this.url}${path}`, {
        method,
        dispatcher: await this.#connect(),
        headers: {
          ...this.#target.headers,
          ...(body !== null && { "content-type": "application/json" }),
        },
        body: body === null ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        // Each call has its own time limit.
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const text = await boundedText(response.body, maxBytes, this.url);
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      if (error instanceof StatusError) throw error;
      if (signal?.aborted) throw StatusError.from(signal.reason, "CANCELLED");
      if (limit.aborted)
        throw new StatusError(
          "DEADLINE_EXCEEDED",
          `${this.url} did not answer within ${timeoutMs / 1000} s.`,
        );
      const words = formatCause(this.#alert ?? error);
      throw unreachable(this.url, { words, target: this.#target, cause: error });
    }
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    void this.#dispatcher?.then((dispatcher) => dispatcher.destroy());
  }

  #connect(): Promise<Dispatcher> {
    if (this.#disposed)
      throw unreachable(this.url, {
        words: "the connection was closed",
        target: this.#target,
        cause: undefined,
      });
    this.#dispatcher ??= createDispatcher(this.#target, this.#secure, (alert) => {
      this.#alert = alert;
    });
    return this.#dispatcher;
  }
}

async function createDispatcher(
  { tls, proxy }: Target,
  secureContext: SecureContext | null,
  alerted: (alert: Error) => void,
): Promise<Dispatcher> {
  const { Agent, buildConnector, ProxyAgent } = await import("undici");
  const options = { ...HTTP_1, connections: MAX_CONNECTIONS };
  const secure = secureContext && {
    ...HTTP_1,
    secureContext,
    ...(tls?.serverName !== undefined && { servername: tls.serverName }),
  };
  if (proxy !== null)
    return new ProxyAgent({ ...options, uri: proxy, ...(secure && { requestTls: secure }) });
  if (!secure) return new Agent(options);
  const connect = buildConnector(secure);
  return new Agent({
    ...options,
    connect: (options, done) =>
      connect(options, (...made) => {
        made[1]?.on("error", (error: NodeJS.ErrnoException) => {
          if (error.code?.startsWith("ERR_SSL")) alerted(error);
        });
        done(...made);
      }),
  });
}

/** Code and message; after several attempts, those of the first. */
function formatCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0)
    return formatCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return [typeof code === "string" ? code : "", error.message].filter(Boolean).join(" ");
}
