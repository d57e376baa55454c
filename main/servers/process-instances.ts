/** As many are remembered. */
const MOST = 100;

/** The processes that a server was seen to be. Behind one address several may take turns. */
export class ProcessInstances {
  readonly #seen = new Set<string>();

  /** Takes note of what a server says it is; whether that is another than any before. Null: it does not say. */
  isAnother(incarnation: string | null): boolean {
    if (incarnation === null || this.#seen.has(incarnation)) return false;
    const [oldest] = this.#seen;
    if (this.#seen.size >= MOST && oldest !== undefined) this.#seen.delete(oldest);
    this.#seen.add(incarnation);
    return oldest !== undefined;
  }

  forget(): void {
    this.#seen.clear();
  }
}
