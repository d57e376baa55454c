/** Holds the result of a topic's handler, which may arrive after the subscription has ended. */
export class Subscription {
  #source: Disposable | null = null;
  #ended = false;
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  get ended(): boolean {
    return this.#ended;
  }

  attach(source: Disposable): void {
    if (this.#ended) source[Symbol.dispose]();
    else this.#source = source;
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
    this.#source?.[Symbol.dispose]();
  }
}
