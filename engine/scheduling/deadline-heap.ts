/** A member with a deadline, in which the heap stores its position. */
export interface Dated {
  /** Stamp, ns. */
  readonly deadline: number;
  /** Of equal deadlines the lower order comes first. */
  readonly order: number;
  /** −1 outside the heap. */
  heapIndex: number;
}

/**
 * A binary heap that knows its members' positions: the earliest deadline in constant time, insertion and removal in O(log n).
 */
export class DeadlineHeap<T extends Dated> {
  readonly #items: T[] = [];

  /** The member whose deadline is earliest. */
  get first(): T | undefined {
    return this.#items[0];
  }

  add(item: T): void {
    this.#up(this.#items.length, item);
  }

  /** Does nothing for a member that is not in the heap. */
  remove(item: T): void {
    const at = item.heapIndex;
    if (at < 0) return;
    item.heapIndex = -1;
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    if (isBefore(last, item)) this.#up(at, last);
    else this.#down(at, last);
  }

  #up(from: number, item: T): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      this.#put(at, parent);
      at = above;
    }
    this.#put(at, item);
  }

  #down(from: number, item: T): void {
    let at = from;
    for (;;) {
      const left = 2 * at + 1;
      const one = this.#items[left];
      if (one === undefined) break;
      const other = this.#items[left + 1];
      const smaller = other !== undefined && isBefore(other, one) ? other : one;
      if (!isBefore(smaller, item)) break;
      const next = smaller.heapIndex;
      this.#put(at, smaller);
      at = next;
    }
    this.#put(at, item);
  }

  #put(at: number, item: T): void {
    this.#items[at] = item;
    item.heapIndex = at;
  }
}

export function isBefore(a: Dated, b: Dated): boolean {
  return a.deadline < b.deadline || (a.deadline === b.deadline && a.order < b.order);
}
