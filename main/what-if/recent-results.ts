const MAX_RESULTS = 8;

/** The newest results by what they were computed from: a change often concerns one of two configurations (WHATIF-16). */
export class RecentResults<T> {
  readonly #results = new Map<string, T>();

  /** `from`: everything that the result depends on, as it is in JSON. */
  get(from: unknown, compute: () => T): T {
    const key = JSON.stringify(from);
    const known = this.#results.get(key);
    const result = known === undefined ? compute() : known;
    // Reinserted last: the one that was not asked for longest is dropped first.
    this.#results.delete(key);
    this.#results.set(key, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > MAX_RESULTS && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}
