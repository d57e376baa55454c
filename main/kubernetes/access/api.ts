import type { KubeConfig } from "@kubernetes/client-node";
import { type Dispatcher, request } from "undici";
import { StatusError } from "../../../engine/protocol/status.ts";
import { clientLibrary } from "../client-library.ts";
import type { KubeList, KubeObject } from "../objects.ts";
import { refusal, signInFailure, silence } from "./api-errors.ts";
import { configOf, pluginOf } from "./credentials.ts";

const SIGN_IN_LIMIT_MS = 30_000;
const ANSWER_LIMIT_MS = 20_000;
const PAGE = 500;

interface Signed {
  readonly config: KubeConfig;
  readonly server: string;
  readonly user: string;
}

interface Call {
  readonly method?: Dispatcher.HttpMethod;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** For a sentence: "list pods". */
  readonly what: string;
}

/**
 * Calls of one context's API server: JSON in and out, signed by the client library. Rejects with StatusErrors, each a
 * sentence: UNAUTHENTICATED, PERMISSION_DENIED, UNAVAILABLE with `details.unreachable`. No call is made twice. The
 * kubeconfig is read anew after credentials were refused.
 */
export class KubeApi {
  readonly #path: string;
  readonly #context: string;
  #config: Promise<KubeConfig> | null = null;

  constructor(path: string, context: string) {
    this.#path = path;
    this.#context = context;
  }

  async config(): Promise<KubeConfig> {
    this.#config ??= configOf(this.#path, this.#context);
    try {
      return await this.#config;
    } catch (error) {
      this.#config = null;
      throw error;
    }
  }

  get<T>(path: string, what: string, signal?: AbortSignal): Promise<T> {
    return this.#json(path, { what, signal });
  }

  async text(path: string, what: string, signal?: AbortSignal): Promise<string> {
    return await this.#call(path, { what, signal });
  }

  create<T>(path: string, body: unknown, what: string): Promise<T> {
    return this.#json(path, { method: "POST", body, what });
  }

  /** What belongs to it goes as well, in the background. */
  async remove(path: string, what: string): Promise<void> {
    await this.#call(`${path}?propagationPolicy=Background`, { method: "DELETE", what });
  }

  /** All of a collection, page by page, and the version to watch from. */
  async list<T extends KubeObject>(
    path: string,
    what: string,
    signal?: AbortSignal,
    labelSelector = "",
  ): Promise<{ items: T[]; resourceVersion: string }> {
    const items: T[] = [];
    let next = "";
    for (;;) {
      const query = new URLSearchParams({
        limit: String(PAGE),
        ...(labelSelector && { labelSelector }),
        ...(next && { continue: next }),
      });
      const page = await this.get<KubeList<T>>(`${path}?${query.toString()}`, what, signal);
      items.push(...(page.items ?? []));
      next = page.metadata?.continue ?? "";
      if (next === "") return { items, resourceVersion: page.metadata?.resourceVersion ?? "" };
    }
  }

  async #json<T>(path: string, call: Call): Promise<T> {
    const text = await this.#call(path, call);
    try {
      return JSON.parse(text) as T;
    } catch (error) {
      throw new StatusError("INTERNAL", `What answers in place of the API server is not JSON.`, {
        cause: error,
      });
    }
  }

  async #call(path: string, { method = "GET", body, signal, what }: Call) {
    const { server, user, headers, dispatcher } = await this.#sign(path);
    const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
    try {
      const answer = await request(`${server}${path}`, {
        method,
        headers: {
          ...headers,
          accept: "application/json, text/plain;q=0.5",
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(dispatcher && { dispatcher }),
      });
      const text = await answer.body.text();
      if (answer.statusCode === 401) this.forget();
      if (answer.statusCode >= 300) throw refusal(answer.statusCode, text, what, user);
      return text;
    } catch (error) {
      if (error instanceof StatusError) throw error;
      if (signal?.aborted) throw StatusError.from(signal.reason, "CANCELLED");
      if (limit.aborted)
        throw new StatusError(
          "DEADLINE_EXCEEDED",
          `The API server ${server} did not answer within ${ANSWER_LIMIT_MS / 1000} s.`,
          { details: { unreachable: true } },
        );
      throw silence(server, error);
    } finally {
      void dispatcher?.close();
    }
  }

  /** Reads the kubeconfig anew with the next call. */
  forget(): void {
    this.#config = null;
  }

  async signed(): Promise<Signed> {
    const config = await this.config();
    const cluster = config.getCurrentCluster();
    const user = config.getCurrentUser();
    if (!cluster || !user) throw new StatusError("INTERNAL", "The context is incomplete.");
    return { config, server: cluster.server.replace(/\/+$/, ""), user: user.name };
  }

  async #sign(path: string) {
    const { RequestContext, HttpMethod } = await clientLibrary();
    const { config, server, user } = await this.signed();
    const context = new RequestContext(`${server}${path}`, HttpMethod.GET);
    const timer = Promise.withResolvers<never>();
    const timeout = setTimeout(
      () => timer.reject(new Error(`no answer within ${SIGN_IN_LIMIT_MS / 1000} s`)),
      SIGN_IN_LIMIT_MS,
    );
    try {
      await Promise.race([config.applySecurityAuthentication(context), timer.promise]);
    } catch (error) {
      this.forget();
      throw signInFailure(error, user, pluginOf(config.getCurrentUser()));
    } finally {
      clearTimeout(timeout);
      renewOidc(config);
    }
    return { server, user, headers: context.getHeaders(), dispatcher: context.getDispatcher() };
  }
}

/**
 * The library takes the seconds that a refreshed token lives for the instant of its end, and would refresh with every
 * call; without a remembered instant it reads the token's own.
 */
function renewOidc(config: KubeConfig): void {
  const { authenticators } = config as unknown as { authenticators: readonly object[] };
  for (const each of authenticators)
    if ("currentTokenExpiration" in each) each.currentTokenExpiration = 0;
}
