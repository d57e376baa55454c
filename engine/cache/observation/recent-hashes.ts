const SLOTS = 1 << 16;

/** Which of the last tens of thousands of distinct requests came before; a hash may push another one out. */
export class RecentHashes {
  readonly #slots = new Uint32Array(SLOTS);

  /** Whether the hash, 32 bits, was seen lately; from now on it was. */
  see(hash: number): boolean {
    const slot = hash & (SLOTS - 1);
    // A slot that was never used holds 0.
    const kept = hash === 0 ? 1 : hash;
    const seen = this.#slots[slot] === kept;
    this.#slots[slot] = kept;
    return seen;
  }
}
