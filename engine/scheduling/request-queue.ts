/** What the scheduler needs to know of a request. */
export interface Schedulable {
  /** Items along the batch dimension, at least 1. */
  readonly items: number;
  /** Requests may share a batch when their keys are equal. */
  readonly shapeKey: string;
  /** As the request asked; 0 or beyond the levels is the default level. */
  readonly priority: number;
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
  waiting: boolean;
}

/** First in, first out, and out of the middle in constant time. */
export class RequestQueue<T> {
  #first: Link<T> | undefined;
  #last: Link<T> | undefined;
  #size = 0;

  get first(): Place<T> | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts an entry at the end; the returned function takes it out again, if it still waits. */
  push(entry: T): () => void {
    const link: Link<T> = { entry, next: undefined, previous: this.#last, waiting: true };
    if (this.#last === undefined) this.#first = link;
    else this.#last.next = link;
    this.#last = link;
    this.#size += 1;
    return () => this.#remove(link);
  }

  /** Takes the first `count` entries out. */
  take(count: number): T[] {
    const taken: T[] = [];
    while (taken.length < count && this.#first !== undefined) {
      taken.push(this.#first.entry);
      this.#remove(this.#first);
    }
    return taken;
  }

  #remove(link: Link<T>): void {
    if (!link.waiting) return;
    link.waiting = false;
    if (link.previous === undefined) this.#first = link.next;
    else link.previous.next = link.next;
    if (link.next === undefined) this.#last = link.previous;
    else link.next.previous = link.previous;
    this.#size -= 1;
  }
}
