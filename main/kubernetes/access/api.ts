import type { KubeConfig } from "@kubernetes/client-node";
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { StatusError } from "../../../base/status-error.ts";
import { boundedText, withoutCredentials } from "../../wire/transport/index.ts";
import { fields, type Reader, text as textField } from "../fields.ts";
import { refusal, signInFailure, silence } from "./api-errors.ts";
import { loadContext, findPlugin } from "./credentials.ts";
import { SignIn } from "./sign-in.ts";
import { clientLibrary } from "../client-library.ts";

const ANSWER_LIMIT_MS = 20_000;
const PAGE = 500;
/** Max size of a response: a page of 500 pods has some MB. */
const MAX_BYTES = 128 * 1024 * 1024;
/** Max objects of a collection; Kubernetes is designed for up to 150,000 pods. */
export const MAX_OBJECTS = 300_000;

const readPage = fields({
  metadata: fields({ resourceVersion: textField, continue: textField }),
  items: (value) => (Array.isArray(value) ? (value as readonly unknown[]) : undefined),
});

export function tooManyObjects(): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `The API server lists more than ${MAX_OBJECTS} objects. Choose a namespace.`,
  );
}

interface Signed {
  readonly config: KubeConfig;
  /** URL; `shown` is the part that may be shown. */
  readonly server: string;
  readonly shown: string;
  /** `shown`, and through which proxy it is asked. */
  readonly way: string;
  readonly user: string;
}

interface Call {
  readonly method?: Dispatcher.HttpMethod;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** For a sentence: "list pods". */
  readonly what: string;
  /** Of the body. Default: application/json. */
  readonly contentType?: string;
}

interface ListOptions {
  readonly signal?: AbortSignal | undefined;
  readonly labelSelector?: string;
}

/**
 * Calls of one context's API server: JSON in and out, signed by the client library. Rejects with StatusErrors, each a
 * sentence: UNAUTHENTICATED, PERMISSION_DENIED, UNAVAILABLE with `details.unreachable`. No call is made twice. The
 * kubeconfig is read again after credentials were rejected, and where nothing answers at an address that it no longer
 * has. Disposing ends what signs in.
 */
export class KubeApi implements Disposable {
  readonly #path: string;
  readonly #context: string;
  readonly #signIns: SignIn;
  #config: KubeConfig | null = null;
  #signing: Promise<Signed> | null = null;

  /** `signInLimitMs`: 30 s unless it is given. */
  constructor(path: string, context: string, signInLimitMs?: number) {
    this.#path = path;
    this.#context = context;
    this.#signIns = new SignIn(context, signInLimitMs);
  }

  [Symbol.dispose](): void {
    this.#signIns[Symbol.dispose]();
  }

  /** INTERNAL where `read` finds nothing in the response. */
  async get<T>(path: string, what: string, read: Reader<T>, signal?: AbortSignal): Promise<T> {
    return this.#read(await this.#json(path, { what, signal }), read);
  }

  async text(path: string, what: string, signal?: AbortSignal): Promise<string> {
    return await this.#call(path, { what, signal });
  }

  /**
   * A body as it comes, until it ends or `signal` does. Rejects as the others do; what breaks it later is the stream's
   * error. `idleMs`: the longest silence; 0: any.
   */
  async stream(path: string, what: string, signal: AbortSignal, idleMs: number): Promise<Readable> {
    const signed = await this.signed();
    const { config, server, way, user } = signed;
    const { headers, dispatcher } = await signature(config, `${server}${path}`);
    try {
      const { request } = await import("undici");
      const { statusCode, body } = await request(`${server}${path}`, {
        headers: { ...headers, accept: "text/plain, application/json;q=0.5" },
        signal,
        headersTimeout: idleMs,
        bodyTimeout: idleMs,
        ...(dispatcher && { dispatcher }),
      });
      body.once("close", () => void dispatcher?.close());
      if (statusCode === 401) this.refused(config);
      if (statusCode >= 300)
        throw refusal(statusCode, await boundedText(body, MAX_BYTES, way), what, user);
      return body;
    } catch (error) {
      void dispatcher?.close();
      if (error instanceof StatusError) throw error;
      if (signal.aborted) throw StatusError.from(signal.reason, "CANCELLED");
      await this.#lookForAnotherAddress(signed);
      throw silence(way, error);
    }
  }

  async create<T>(path: string, body: unknown, what: string, read: Reader<T>): Promise<T> {
    return this.#read(await this.#json(path, { method: "POST", body, what }), read);
  }

  /** A strategic merge patch (maps are merged, containers by their names, null removes), or a JSON Patch (RFC 6902). */
  async patch<T>(
    path: string,
    { kind, body }: { readonly kind: "strategic" | "json"; readonly body: unknown },
    { what, signal }: Pick<Call, "what" | "signal">,
    read: Reader<T>,
  ): Promise<T> {
    const contentType = PATCH_TYPES[kind];
    return this.#read(
      await this.#json(path, { method: "PATCH", body, what, signal, contentType }),
      read,
    );
  }

  /** Objects that it owns are removed too, in the background. */
  async remove(path: string, what: string): Promise<void> {
    await this.#call(`${path}?propagationPolicy=Background`, { method: "DELETE", what });
  }

  /** All of a collection, page by page, and the version to watch from. */
  async list<T>(
    path: string,
    what: string,
    read: Reader<T>,
    { signal, labelSelector = "" }: ListOptions = {},
  ): Promise<{ items: T[]; resourceVersion: string }> {
    const items: T[] = [];
    let next = "";
    for (;;) {
      const query = new URLSearchParams({
        limit: String(PAGE),
        ...(labelSelector && { labelSelector }),
        ...(next && { continue: next }),
      });
      const page = await this.get(`${path}?${query.toString()}`, what, readPage, signal);
      for (const each of page.items ?? []) {
        const item = read(each);
        if (item !== undefined) items.push(item);
      }
      if (items.length > MAX_OBJECTS) throw tooManyObjects();
      const before = next;
      next = page.metadata?.continue ?? "";
      if (next === "" || next === before)
        return { items, resourceVersion: page.metadata?.resourceVersion ?? "" };
    }
  }

  #read<T>(json: unknown, read: Reader<T>): T {
    const found = read(json);
    if (found !== undefined) return found;
    throw new StatusError(
      "INTERNAL",
      "The response is not a Kubernetes object; something else may respond at the API server's address.",
    );
  }

  async #json(path: string, call: Call): Promise<unknown> {
    const text = await this.#call(path, call);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new StatusError(
        "INTERNAL",
        "The response is not JSON; something else may respond at the API server's address.",
        {
          cause: error,
        },
      );
    }
  }

  async #call(
    path: string,
    { method = "GET", body, signal, what, contentType = "application/json" }: Call,
  ) {
    const signed = await this.signed();
    const { config, server, way, user } = signed;
    const { headers, dispatcher } = await signature(config, `${server}${path}`);
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    try {
      const { request } = await import("undici");
      const answer = await request(`${server}${path}`, {
        method,
        headers: {
          ...headers,
          accept: "application/json, text/plain;q=0.5",
          ...(body !== undefined && { "content-type": contentType }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(dispatcher && { dispatcher }),
      });
      const text = await boundedText(answer.body, MAX_BYTES, way);
      if (answer.statusCode === 401) this.refused(config);
      if (answer.statusCode >= 300) throw refusal(answer.statusCode, text, what, user);
      return text;
    } catch (error) {
      if (error instanceof StatusError) throw error;
      if (signal?.aborted) throw StatusError.from(signal.reason, "CANCELLED");
      await this.#lookForAnotherAddress(signed);
      if (limit.aborted)
        throw new StatusError(
          "DEADLINE_EXCEEDED",
          `The API server ${way} did not answer within ${ANSWER_LIMIT_MS / 1000} s.`,
          { details: { unreachable: true } },
        );
      throw silence(way, error);
    } finally {
      void dispatcher?.close();
    }
  }

  /** Reads the kubeconfig again with the next call, and signs in again after a rejection. */
  forget(): void {
    this.#config = null;
    this.#signIns.tryAgain();
  }

  /** Its credentials were not accepted. Calls that began with others before change nothing. */
  refused(config: KubeConfig): void {
    if (this.#config === config) this.#config = null;
  }

  /**
   * Signed in: what the configuration signs after this takes credentials that are at hand. A plugin, or a refresh with a
   * token that counts once, runs once for all who ask at the same time.
   */
  signed(): Promise<Signed> {
    this.#signing ??= this.#signIn().finally(() => {
      this.#signing = null;
    });
    return this.#signing;
  }

  async #signIn(): Promise<Signed> {
    const config = this.#config ?? (await this.#configured());
    this.#config = config;
    const cluster = config.getCurrentCluster();
    const user = config.getCurrentUser();
    if (!cluster || !user) throw new StatusError("INTERNAL", "The context is incomplete.");
    const server = cluster.server.replace(/\/+$/, "");
    try {
      const { dispatcher } = await signature(config, server);
      void dispatcher?.close();
    } catch (error) {
      this.refused(config);
      throw signInFailure(error, { user: user.name, context: this.#context }, findPlugin(user));
    }
    const shown = withoutCredentials(server);
    const { proxyUrl } = cluster;
    const way = proxyUrl ? `${shown}, behind the proxy ${withoutCredentials(proxyUrl)},` : shown;
    return { config, server, shown, way, user: user.name };
  }

  async #configured(): Promise<KubeConfig> {
    const config = await loadContext(this.#path, this.#context);
    this.#signIns.equip(config);
    return config;
  }

  /** A cluster that was recreated on this machine has another address in its kubeconfig. */
  async #lookForAnotherAddress({ config, server }: Signed): Promise<void> {
    if (this.#config !== config) return;
    const now = await loadContext(this.#path, this.#context).catch(() => null);
    if (now?.getCurrentCluster()?.server.replace(/\/+$/, "") !== server) this.refused(config);
  }
}

/** Custom resources take no strategic merge patches. */
const PATCH_TYPES = {
  strategic: "application/strategic-merge-patch+json",
  json: "application/json-patch+json",
} as const;

/** Headers and connection for a call to a URL. */
async function signature(config: KubeConfig, url: string) {
  const { RequestContext, HttpMethod } = await clientLibrary();
  const context = new RequestContext(url, HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return { headers: context.getHeaders(), dispatcher: context.getDispatcher() };
}
