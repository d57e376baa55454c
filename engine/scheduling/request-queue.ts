/** What the scheduler needs to know of a request. */
export interface Schedulable {
  /** Items along the batch dimension, at least 1. */
  readonly items: number;
  /** Requests may share a batch when their keys are equal. */
  readonly shapeKey: string;
  /** Stamp of entering the queue, ns. */
  readonly queuedAt: number;
}

/** A place in the queue; `next` is the request behind. */
export interface Place<T> {
  readonly entry: T;
  readonly next: Place<T> | undefined;
}

interface Link<T> extends Place<T> {
  next: Link<T> | undefined;
  previous: Link<T> | undefined;
}

/** First in, first out, and out of the middle in constant time. */
export class RequestQueue<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;
  #size = 0;
  readonly #links = new Map<T, Link<T>>();

  get first(): Place<T> | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  push(entry: T): void {
    const link: Link<T> = { entry, next: undefined, previous: this.#last };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#links.set(entry, link);
    this.#size += 1;
  }

  /** Takes the first `count` entries out. */
  take(count: number): T[] {
    const taken: T[] = [];
    while (taken.length < count && this.#first !== undefined) {
      taken.push(this.#first.entry);
      this.remove(this.#first.entry);
    }
    return taken;
  }

  /** Whether the entry was waiting. */
  remove(entry: T): boolean {
    const link = this.#links.get(entry);
    if (link === undefined) return false;
    this.#links.delete(entry);
    if (link.previous === undefined) this.#first = link.next;
    else link.previous.next = link.next;
    if (link.next === undefined) this.#last = link.previous;
    else link.next.previous = link.previous;
    this.#size -= 1;
    return true;
  }
}
