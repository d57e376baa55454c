import { StatusError } from "../../base/status-error.ts";
import type { ModelIndexEntry, ModelStatistics } from "../../engine/types.ts";
import type { TritonClient } from "./triton/index.ts";

/** Status of a server that can't read its repository: Triton INTERNAL, Batchdeck engine NOT_FOUND. */
const PROBLEM_CODES: ReadonlySet<string> = new Set([
  "INTERNAL",
  "NOT_FOUND",
  "FAILED_PRECONDITION",
]);

/** A server's repository index, also while the server can't read its repository. */
export class RepositoryIndex {
  readonly #client: TritonClient;
  #known: readonly ModelIndexEntry[] = [];
  #shared: Promise<ModelIndexEntry[]> | null = null;
  #problem: string | null = null;

  constructor(client: TritonClient) {
    this.#client = client;
  }

  /** Why the server couldn't read its repository the last time, in its own words; null: it could. */
  get problem(): string | null {
    return this.#problem;
  }

  /**
   * The models and their states. If the server can't read its repository: the models in its statistics as serving, the
   * others as last seen. Rejects if the server doesn't respond. Calls of one moment without a signal, such as for the
   * details of every model, share one request.
   */
  read(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    if (signal) return this.#request(signal);
    if (!this.#shared) {
      this.#shared = this.#request();
      queueMicrotask(() => (this.#shared = null));
    }
    return this.#shared;
  }

  async #request(signal?: AbortSignal): Promise<ModelIndexEntry[]> {
    try {
      const index = await this.#client.repositoryIndex({ signal });
      this.#known = index;
      this.#problem = null;
      return index;
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (error.details.unreachable === true || !PROBLEM_CODES.has(error.code)) throw error;
      const serving = await this.#client.modelStatistics("", { signal });
      this.#problem = error.message;
      return withoutIndex(this.#known, serving);
    }
  }
}

function withoutIndex(
  known: readonly ModelIndexEntry[],
  serving: readonly ModelStatistics[],
): ModelIndexEntry[] {
  const others = known.filter(
    ({ name, state }) => state !== "READY" && !serving.some((each) => each.name === name),
  );
  return [
    ...serving.map(({ name, version }): ModelIndexEntry => ({ name, version, state: "READY" })),
    ...others,
  ];
}
