/** Who wants to be told of something. */
export class Listeners<T> {
  readonly #set = new Set<(value: T) => void>();

  get size(): number {
    return this.#set.size;
  }

  add(listener: (value: T) => void): Disposable {
    // A listener added twice is told twice, and each disposal ends one of them.
    const own = (value: T) => listener(value);
    this.#set.add(own);
    return { [Symbol.dispose]: () => this.#set.delete(own) };
  }

  /** With `onFault` a listener that throws keeps none of the others from being told; else its error is the caller's. */
  tell(value: T, onFault?: (error: unknown) => void): void {
    for (const listener of this.#set) {
      try {
        listener(value);
      } catch (error) {
        if (!onFault) throw error;
        onFault(error);
      }
    }
  }
}
