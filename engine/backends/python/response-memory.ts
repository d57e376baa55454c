/** Limit of bytes kept for the next responses of a process. */
const MAX_KEPT = 64 * 1024 * 1024;
const PAGE = 4096;

/**
 * Reuses the memory of responses once it is returned. Allocating 1 MiB for each response costs more
 * than copying it: the system clears its pages, and the garbage collector frees them late. Memory
 * that isn't returned is garbage collected.
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

  /** From {@link take}. */
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
