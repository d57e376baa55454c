/** What a peer may still send, and what of it was consumed since it was last given more. */
export class ReceiveWindow {
  readonly #bytes: number;
  #left: number;
  #consumed = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#left = bytes;
  }

  /** False when the peer sent more than it may. */
  receive(bytes: number): boolean {
    this.#left -= bytes;
    return this.#left >= 0;
  }

  /** The increment to announce: nothing until half of the window is consumed, so that updates are few. */
  consume(bytes: number): number {
    this.#consumed += bytes;
    if (this.#consumed < this.#bytes / 2) return 0;
    const increment = this.#consumed;
    this.#left += increment;
    this.#consumed = 0;
    return increment;
  }
}
