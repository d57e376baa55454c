import type { Slot } from "../schedule/index.ts";

/** The next turn of a conversation, and when it is due, monotonic ms. */
export interface DueTurn {
  readonly at: number;
  readonly kind: number;
  readonly slot: Slot;
}

/** Turns that wait for their instants, earliest first: a binary heap. */
export class DueTurns {
  readonly #heap: DueTurn[] = [];

  /** Infinity: none. */
  get next(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  get size(): number {
    return this.#heap.length;
  }

  add(turn: DueTurn): void {
    const heap = this.#heap;
    let place = heap.push(turn) - 1;
    while (place > 0) {
      const parent = (place - 1) >>> 1;
      if (this.#at(parent) <= turn.at) break;
      heap[place] = heap[parent] as DueTurn;
      place = parent;
    }
    heap[place] = turn;
  }

  take(): DueTurn | undefined {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#heap.length) break;
      if (child + 1 < this.#heap.length && this.#at(child + 1) < this.#at(child)) child += 1;
      if (this.#at(child) >= last.at) break;
      this.#heap[place] = this.#heap[child] as DueTurn;
      place = child;
    }
    this.#heap[place] = last;
    return first;
  }

  #at(place: number): number {
    return (this.#heap[place] as DueTurn).at;
  }
}
