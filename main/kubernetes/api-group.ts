import { StatusError } from "../../base/status-error.ts";
import type { KubeApi } from "./access/api.ts";

/**
 * An API group that not every cluster has. Without it a cluster says that its resources are forbidden before it says
 * that they don't exist.
 */
export class ApiGroup {
  readonly #api: KubeApi;
  readonly #path: string;
  readonly #what: string;
  readonly #found: () => void;
  /** Null while unknown. */
  #exists: boolean | null = null;
  #isAsking = false;

  /** `what`: for a sentence, "find KServe". `found`: called once it is known. */
  constructor(api: KubeApi, path: string, what: string, found: () => void) {
    this.#api = api;
    this.#path = path;
    this.#what = what;
    this.#found = found;
  }

  /** False while it is unknown; the first call asks. */
  get exists(): boolean {
    if (this.#exists === null) void this.#ask();
    return this.#exists === true;
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await this.#api.text(this.#path, this.#what);
      this.#exists = true;
    } catch (error) {
      // Every account may read which API groups there are, unless the cluster's administrator changed that.
      const { code } = StatusError.from(error);
      if (code === "NOT_FOUND") this.#exists = false;
      if (code === "PERMISSION_DENIED") this.#exists = true;
    } finally {
      this.#isAsking = false;
      if (this.#exists !== null) this.#found();
    }
  }
}
