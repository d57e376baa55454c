import type { BatchEvent } from "../types.ts";

/**
 * Notifies listeners of executed batches; without listeners the cost is one check of `listening`.
 */
export class BatchFeed {
  readonly #listeners = new Set<(event: BatchEvent) => void>();

  get listening(): boolean {
    return this.#listeners.size > 0;
  }

  listen(listener: (event: BatchEvent) => void): () => void {
    const own = (event: BatchEvent) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Never throws: a listener must not make a batch fail. */
  publish(event: BatchEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch {
        this.#listeners.delete(listener);
      }
    }
  }
}
