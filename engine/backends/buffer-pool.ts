/** Buffers kept for the next batch, in sizes of powers of two, so that the steady state allocates nothing. */
export class BufferPool {
  readonly #free = new Map<number, ArrayBuffer[]>();
  readonly #perSize: () => number;

  /** `perSize`: buffers of one size to keep, as many as can be in flight. */
  constructor(perSize: () => number) {
    this.#perSize = perSize;
  }

  /** A buffer of at least `byteLength` bytes whose content is arbitrary. */
  take(byteLength: number): ArrayBuffer {
    const size = 2 ** Math.ceil(Math.log2(Math.max(64, byteLength)));
    return this.#free.get(size)?.pop() ?? new ArrayBuffer(size);
  }

  give(buffer: ArrayBuffer): void {
    const free = this.#free.get(buffer.byteLength) ?? [];
    if (free.length < this.#perSize()) free.push(buffer);
    this.#free.set(buffer.byteLength, free);
  }
}
