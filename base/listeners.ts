import { reportFault } from "./faults.ts";

/** Those who subscribed to a value's changes. */
export class Listeners<T> {
  readonly #part: string;
  readonly #set = new Set<(value: T) => void>();

  /** `part`: whose listeners these are, as a fault's event names them. */
  constructor(part: string) {
    this.#part = part;
  }

  get size(): number {
    return this.#set.size;
  }

  add(listener: (value: T) => void): Disposable {
    // A listener added twice is called twice, and each disposal ends one of them.
    const own = (value: T) => listener(value);
    this.#set.add(own);
    return { [Symbol.dispose]: () => this.#set.delete(own) };
  }

  /** Calls all of them. One that throws is a fault, and keeps neither the others nor the caller from continuing. */
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
