import { KubeApi } from "./api.ts";
import type { KnownContext } from "./context-store.ts";

/** One for each context, so that all users of a cluster share one sign-in. */
export class KubeApis implements Disposable {
  readonly #apis = new Map<string, KubeApi>();
  /** Only its present users still hold it; its tokens are dropped with it. */
  readonly #forgotten = new Set<WeakRef<KubeApi>>();

  of({ path, context }: Pick<KnownContext, "path" | "context">): KubeApi {
    const key = JSON.stringify([path, context]);
    const known = this.#apis.get(key);
    if (known) return known;
    const api = new KubeApi(path, context);
    this.#apis.set(key, api);
    return api;
  }

  /** Its credentials do not stay in memory, and its kubeconfig is read again. */
  forget({ path, context }: Pick<KnownContext, "path" | "context">): void {
    const key = JSON.stringify([path, context]);
    const api = this.#apis.get(key);
    if (!api) return;
    api.forget();
    this.#apis.delete(key);
    for (const each of this.#forgotten) if (!each.deref()) this.#forgotten.delete(each);
    this.#forgotten.add(new WeakRef(api));
  }

  /** Ends what signs in. */
  [Symbol.dispose](): void {
    for (const api of this.#apis.values()) api[Symbol.dispose]();
    for (const each of this.#forgotten) each.deref()?.[Symbol.dispose]();
    this.#apis.clear();
    this.#forgotten.clear();
  }
}
