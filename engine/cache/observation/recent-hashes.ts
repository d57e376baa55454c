const SLOTS = 1 << 16;

/** Remembers tens of thousands of recent distinct requests; a hash may overwrite another. */
export class RecentHashes {
  readonly #slots = new Uint32Array(SLOTS);

  /** Whether the hash, 32 bits, was seen recently; remembers it. */
  see(hash: number): boolean {
    const slot = hash & (SLOTS - 1);
    // An unused slot holds 0.
    const kept = hash === 0 ? 1 : hash;
    const seen = this.#slots[slot] === kept;
    this.#slots[slot] = kept;
    return seen;
  }
}
