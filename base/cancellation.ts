/** Shows a task that its result is no longer needed. An AbortSignal is one. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(
    type: "abort",
    listener: () => void,
    options?: { readonly once?: boolean },
  ): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * A CancelSignal that costs a small part of an AbortController, for the many requests that are never cancelled. Each
 * listener is called once, in the order of registration; one that is added afterwards is not called.
 */
export class Cancellation implements CancelSignal {
  #aborted = false;
  /** Nearly always the only one. */
  #first: (() => void) | undefined;
  #others: (() => void)[] | undefined;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.#aborted) return;
    if (this.#first === undefined) this.#first = listener;
    else if (this.#first !== listener) (this.#others ??= []).push(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    if (this.#first === listener) this.#first = this.#others?.shift();
    else if (this.#others !== undefined) {
      const at = this.#others.indexOf(listener);
      if (at >= 0) this.#others.splice(at, 1);
    }
  }

  /** The first time calls the listeners. */
  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = [this.#first, ...(this.#others ?? [])];
    this.#first = undefined;
    this.#others = undefined;
    for (const listener of listeners) listener?.();
  }
}
