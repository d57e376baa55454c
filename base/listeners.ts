import { reportFault } from "./faults.ts";

/** Subscribers to a value's changes. */
export class Listeners<T> {
  readonly #part: string;
  readonly #set = new Set<(value: T) => void>();

  /** `part`: the component of these listeners, for fault events. */
  constructor(part: string) {
    this.#part = part;
  }

  get size(): number {
    return this.#set.size;
  }

  add(listener: (value: T) => void): Disposable {
    // A listener added twice is called twice, and each disposal removes one of them.
    const own = (value: T) => listener(value);
    this.#set.add(own);
    return { [Symbol.dispose]: () => this.#set.delete(own) };
  }

  /**
   * Calls all listeners. If one throws, that is a fault, and the others and the caller continue.
   */
  emit(value: T): void {
    for (const listener of this.#set) {
      try {
        listener(value);
      } catch (error) {
        reportFault(this.#part, error);
      }
    }
  }
}
