const MAX_REMEMBERED = 4096;

/** Streams that were reset: frames that were on their way then are no error (RFC 9113, 5.1). */
export class ClosedStreams {
  readonly #ids = new Set<number>();
  /** Of streams up to this one it is not remembered how they ended. */
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
