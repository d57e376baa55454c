import type { EngineClock } from "../../engine/scheduling/clock.ts";

interface Timer {
  due: number;
  /** Timers of the same instant run in the order in which they were set. */
  order: number;
  /** Null once it was cancelled. */
  task: (() => void) | null;
  /** Nothing else holds it: it is reused once it ran. */
  isReusable: boolean;
}

/** Simulated time, whole ns from 0: stands still while tasks run and jumps to the next one. Single-threaded and synchronous. */
export class EventClock implements EngineClock {
  #now = 0;
  #set = 0;
  readonly #heap: Timer[] = [];
  readonly #deferred: (() => void)[] = [];
  /** Timers for reuse: a new one for each batch would be much of the simulation's garbage. */
  readonly #spare: Timer[] = [];

  now(): number {
    return this.#now;
  }

  setTimer(delayNs: number, task: () => void): () => void {
    const timer: Timer = {
      due: this.#dueIn(delayNs),
      order: this.#set++,
      task,
      isReusable: false,
    };
    this.#push(timer);
    return () => {
      timer.task = null;
    };
  }

  /** Like {@link setTimer}, for a timer that is never cancelled. */
  schedule(delayNs: number, task: () => void): void {
    const due = this.#dueIn(delayNs);
    const order = this.#set++;
    const timer = this.#spare.pop();
    if (timer === undefined) this.#push({ due, order, task, isReusable: true });
    else {
      timer.due = due;
      timer.order = order;
      timer.task = task;
      this.#push(timer);
    }
  }

  /** Runs `task` after everything else of this instant that was due before. */
  defer(task: () => void): void {
    this.#deferred.push(task);
  }

  /** The instant of the next timer; Infinity without one. */
  get next(): number {
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined) return Infinity;
      if (first.task !== null) return first.due;
      this.#pop();
    }
  }

  /** Advances to an instant (whole ns) not after `next`, without running its timers. */
  moveTo(instant: number): void {
    this.#now = instant;
  }

  /** Advances to the next timer, runs all that were set for its instant so far, and then deferred tasks. */
  step(): void {
    const instant = this.next;
    if (instant === Infinity) return;
    this.#now = instant;
    const set = this.#set;
    for (let timer = this.#heap[0]; timer?.due === instant && timer.order < set; ) {
      const { task } = timer;
      this.#pop();
      if (timer.isReusable) this.#spare.push(timer);
      task?.();
      timer = this.#heap[0];
    }
    this.settle();
  }

  /** Runs deferred tasks. */
  settle(): void {
    const deferred = this.#deferred;
    if (deferred.length === 0) return;
    for (let i = 0; i < deferred.length; i++) deferred[i]?.();
    // Setting the length to 0 would free the array's memory each time.
    while (deferred.length > 0) deferred.pop();
  }

  #dueIn(delayNs: number): number {
    return this.#now + (delayNs > 0 ? Math.ceil(delayNs) : 0);
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent] as Timer;
      if (isBefore(above, timer)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      const right = heap[child + 1];
      if (right !== undefined && isBefore(right, heap[child] as Timer)) child += 1;
      const below = heap[child] as Timer;
      if (isBefore(last, below)) break;
      heap[at] = below;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Timer, b: Timer) => a.due < b.due || (a.due === b.due && a.order < b.order);
