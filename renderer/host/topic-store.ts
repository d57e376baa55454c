import type { SubscriptionHandlers } from "../../main/contract/client.ts";

/** Runs work in the next animation frame; never while the page is hidden. */
export type Schedule = (work: () => void) => void;

/** Opens a subscription; disposing the result ends it. */
export type Open<E> = (handlers: SubscriptionHandlers<E>) => Disposable;

/**
 * One live stream outside React. It is subscribed to while a component uses it, folds each event into a state,
 * and notifies its watchers at most once per frame.
 */
export class TopicStore<E, S> {
  readonly #open: Open<E>;
  readonly #reduce: (state: S, event: E) => S;
  readonly #schedule: Schedule;
  readonly #listeners = new Set<() => void>();
  #state: S;
  #shown: S;
  #pending = false;
  #subscription: Disposable | null = null;

  constructor(
    open: Open<E>,
    initial: S,
    reduce: (state: S, event: E) => S,
    schedule: Schedule = (work) => void requestAnimationFrame(work),
  ) {
    this.#open = open;
    this.#state = initial;
    this.#shown = initial;
    this.#reduce = reduce;
    this.#schedule = schedule;
  }

  /** For useSyncExternalStore: the state as of the last drawn frame. */
  readonly snapshot = (): S => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#subscription ??= this.#open({ event: (event) => this.#receive(event) });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#subscription?.[Symbol.dispose]();
      this.#subscription = null;
    };
  };

  #receive(event: E): void {
    this.#state = this.#reduce(this.#state, event);
    if (this.#pending) return;
    this.#pending = true;
    this.#schedule(() => {
      this.#pending = false;
      this.#shown = this.#state;
      for (const listener of this.#listeners) listener();
    });
  }
}
