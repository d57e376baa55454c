/** Bytes that are kept for the next responses of a process. */
const MAX_KEPT = 64 * 1024 * 1024;
const PAGE = 4096;

/**
 * Memory for responses that is reused once it is returned: a new MiB for each response costs more than its copy, since the
 * system clears its pages and the collector frees them late. What isn't returned is collected as garbage.
 */
export class ResponseMemory {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #kept = 0;

  /** Its content is arbitrary. */
  take(byteLength: number): Uint8Array {
    const size = Math.ceil(byteLength / PAGE) * PAGE;
    const buffer = this.#free.get(size)?.pop();
    if (buffer !== undefined) this.#kept -= size;
    return new Uint8Array(buffer ?? Buffer.allocUnsafeSlow(size).buffer, 0, byteLength);
  }

  /** Of {@link take}. */
  give({ buffer }: Uint8Array): void {
    const size = buffer.byteLength;
    if (this.#kept + size > MAX_KEPT) this.#forget();
    if (size > MAX_KEPT) return;
    const free = this.#free.get(size) ?? [];
    free.push(buffer as ArrayBuffer);
    this.#free.set(size, free);
    this.#kept += size;
  }

  /** Sizes change with the traffic. */
  #forget(): void {
    this.#free.clear();
    this.#kept = 0;
  }
}
