import { KubeApi } from "./api.ts";
import type { KnownContext } from "./context-store.ts";

/** One for each context, so that whoever asks a cluster signs in once. */
export class KubeApis implements Disposable {
  readonly #resources = new DisposableStack();
  readonly #apis = new Map<string, KubeApi>();

  of({ path, context }: Pick<KnownContext, "path" | "context">): KubeApi {
    const key = JSON.stringify([path, context]);
    const known = this.#apis.get(key);
    if (known) return known;
    const api = this.#resources.use(new KubeApi(path, context));
    this.#apis.set(key, api);
    return api;
  }

  /** Its credentials do not stay in memory, and its kubeconfig is read anew. */
  forget({ path, context }: Pick<KnownContext, "path" | "context">): void {
    const key = JSON.stringify([path, context]);
    this.#apis.get(key)?.forget();
    this.#apis.delete(key);
  }

  /** Ends what signs in. */
  [Symbol.dispose](): void {
    this.#resources.dispose();
  }
}
