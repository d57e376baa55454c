/** Pools buffers in sizes of powers of two, so the steady state allocates nothing. */
export class BufferPool {
  readonly #free = new Map<number, ArrayBuffer[]>();
  readonly #perSize: () => number;

  /** `perSize`: buffers to keep of each size, as many as can be in flight. */
  constructor(perSize: () => number) {
    this.#perSize = perSize;
  }

  /** A buffer of at least `byteLength` bytes with arbitrary content. */
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
