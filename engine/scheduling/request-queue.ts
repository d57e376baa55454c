import type { QueueDepth } from "../types.ts";
import { type Dated, DeadlineHeap, isBefore } from "./deadline-heap.ts";
import { PriorityLevels, type Section } from "./priority-levels.ts";

/** What the scheduler needs to know about a request. */
export interface Schedulable {
  /** Items along the batch dimension, at least 1. */
  readonly items: number;
  /** Requests may share a batch when their keys are equal. */
  readonly shapeKey: string;
  /** Priority of the request; 0 or a number beyond the levels is the default level. */
  readonly priority: number;
  /** Stamp of entering the queue, ns. */
  readonly queuedAt: number;
  /** Set only by the queue in which it waits. */
  place?: Place<Schedulable> | undefined;
}

/** A place in the queue; `next` is the request behind. */
export interface Place<T> {
  readonly entry: T;
  readonly next: Place<T> | undefined;
}

interface Link<T> extends Place<T>, Dated {
  next: Link<T> | undefined;
  previous: Link<T> | undefined;
  section: Section<Link<T>>;
}

/**
 * Requests in the order in which they are served: by level, 1 first; within a level, delayed ones last; otherwise
 * first in, first out. One linked list in sections, so that a scan follows `next` alone.
 */
export class RequestQueue<T extends Schedulable> {
  readonly #levels: PriorityLevels<Link<T>>;
  /** Entries that are due before one ahead of them in their section; all others become due in order. */
  readonly #deadlines = new DeadlineHeap<Link<T>>();
  #first: Link<T> | undefined;
  #size = 0;
  #pushed = 0;

  /** With 0 priority levels everything waits in level 0. */
  constructor(levels = 0) {
    this.#levels = new PriorityLevels(levels);
  }

  get first(): Place<T> | undefined {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Requests of one level, delayed ones included. */
  levelSize(level: number): number {
    return this.#levels.get(level)?.size ?? 0;
  }

  /** Highest priority first. */
  depths(): QueueDepth[] {
    return this.#levels
      .sorted()
      .map(({ number, size, delayed }) => ({ level: number, queued: size, delayed: delayed.size }));
  }

  /** Puts an entry behind the others of its level. */
  push(entry: T, level = 0, deadline = Infinity): void {
    const section = this.#levels.at(level).prompt;
    const link: Link<T> = {
      entry,
      next: undefined,
      previous: undefined,
      section,
      deadline,
      order: this.#pushed++,
      heapIndex: -1,
    };
    entry.place = link;
    this.#append(link);
    if (deadline < section.latest) this.#deadlines.add(link);
    else section.latest = deadline;
  }

  /** False where the entry does not wait. */
  remove(entry: T): boolean {
    const link = findLink(entry);
    if (link !== undefined) this.#leave(link);
    return link !== undefined;
  }

  /** Removes and returns the first `count` entries. */
  take(count: number): T[] {
    const taken: T[] = [];
    while (taken.length < count && this.#first !== undefined) {
      taken.push(this.#first.entry);
      this.#leave(this.#first);
    }
    return taken;
  }

  /** The entry with the earliest deadline; undefined without one. */
  earliest(): { readonly entry: T; readonly deadline: number } | undefined {
    let earliest = this.#deadlines.first;
    for (const { prompt } of this.#levels.values()) {
      const { first } = prompt;
      if (first === undefined || first.deadline === Infinity) continue;
      if (earliest === undefined || isBefore(first, earliest)) earliest = first;
    }
    return earliest;
  }

  /** Puts an entry behind all others of its level; it has no deadline any more. */
  delay(entry: T): void {
    const link = findLink(entry);
    if (link === undefined) return;
    this.#deadlines.remove(link);
    this.#unlink(link);
    link.section = link.section.level.delayed;
    this.#append(link);
  }

  #leave(link: Link<T>): void {
    link.entry.place = undefined;
    this.#deadlines.remove(link);
    this.#unlink(link);
    // A dead link in the old generation would keep all that came behind it alive until the next full collection.
    link.next = undefined;
    link.previous = undefined;
    this.#levels.release(link.section.level);
  }

  /** Behind the last of its section, or of the nearest section ahead that is not empty. */
  #append(link: Link<T>): void {
    const { section } = link;
    let nearest: typeof section | undefined = section;
    while (nearest !== undefined && nearest.last === undefined) nearest = nearest.ahead;
    const previous = nearest?.last;
    const next = previous === undefined ? this.#first : previous.next;
    link.previous = previous;
    link.next = next;
    if (previous === undefined) this.#first = link;
    else previous.next = link;
    if (next !== undefined) next.previous = link;
    section.first ??= link;
    section.last = link;
    section.size += 1;
    this.#size += 1;
  }

  #unlink({ section, previous, next }: Link<T>): void {
    const previousOwn = previous?.section === section ? previous : undefined;
    const nextOwn = next?.section === section ? next : undefined;
    if (previousOwn === undefined) section.first = nextOwn;
    if (nextOwn === undefined) section.last = previousOwn;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next !== undefined) next.previous = previous;
    section.size -= 1;
    if (section.size === 0) section.latest = -Infinity;
    this.#size -= 1;
  }
}

/** Only `push` sets an entry's place, so it is a link of the same queue. */
function findLink<T extends Schedulable>(entry: T): Link<T> | undefined {
  return entry.place as Link<T> | undefined;
}
