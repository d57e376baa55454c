const MAX_REMEMBERED = 4096;

/**
 * Streams that were reset. Frames that were already in flight then are no error (RFC 9113, 5.1).
 */
export class ClosedStreams {
  readonly #ids = new Set<number>();
  /** For streams up to this one we no longer know how they ended. */
  #forgotten = 0;

  add(id: number): void {
    this.#ids.add(id);
    if (this.#ids.size <= MAX_REMEMBERED) return;
    const [oldest = 0] = this.#ids;
    this.#ids.delete(oldest);
    this.#forgotten = Math.max(this.#forgotten, oldest);
  }

  has(id: number): boolean {
    return id <= this.#forgotten || this.#ids.has(id);
  }
}
