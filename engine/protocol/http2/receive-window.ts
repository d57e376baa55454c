/** How much a peer may still send, and how much was consumed since the last window update. */
export class ReceiveWindow {
  readonly #bytes: number;
  #left: number;
  #consumed = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  /** False if the peer exceeded the window. */
  receive(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }

  /** The increment to announce: 0 until half of the window is consumed, to keep updates rare. */
  consume(bytes: number): number {
    this.#consumed += bytes;
    if (this.#consumed < this.#bytes / 2) return 0;
    const increment = this.#consumed;
    this.#left += increment;
    this.#consumed = 0;
    return increment;
  }
}
