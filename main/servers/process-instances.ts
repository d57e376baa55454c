/** Max instances remembered. */
const MOST = 100;

/** The processes seen behind one address; a load balancer may alternate between several. */
export class ProcessInstances {
  readonly #seen = new Set<string>();

  /** Records a server's process id; true if it is new. Null: not reported. */
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
