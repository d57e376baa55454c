/** A request's place in the order in which responses leave. */
export class ResponseSlot {
  readonly #order: ResponseOrder;
  /** Responses that wait for those of the slots before. */
  held: (() => void)[] | undefined;
  /** Its last response is delivered or held, or it was given up. */
  complete = false;
  /** The slot behind. */
  next: ResponseSlot | undefined;

  constructor(order: ResponseOrder) {
    this.#order = order;
  }

  /** Calls `deliver`, which must not throw, once the slots before are complete; `final` completes this one. */
  send(deliver: () => void, final: boolean): void {
    if (this.complete) return;
    (this.held ??= []).push(deliver);
    this.complete = final;
    if (this.#order.first === this) this.#order.release();
  }

  /** Gives the place up: nobody waits for what it holds. */
  leave(): void {
    this.held = undefined;
    this.complete = true;
    if (this.#order.first === this) this.#order.release();
  }
}

/** Lets responses leave in the order in which their requests came (rule B11). Holds responses, not execution. */
export class ResponseOrder {
  /** The oldest that is not complete, or whose responses are on their way out. */
  first: ResponseSlot | undefined;
  #last: ResponseSlot | undefined;
  #releasing = false;

  /** Takes the place behind all that are open. */
  open(): ResponseSlot {
    const slot = new ResponseSlot(this);
    if (this.first === undefined) this.first = slot;
    else if (this.#last !== undefined) this.#last.next = slot;
    this.#last = slot;
    return slot;
  }

  /** Delivers what has nothing incomplete before it. */
  release(): void {
    // A delivery may bring the next response; the loop that is under way sends it in its turn.
    if (this.#releasing) return;
    this.#releasing = true;
    for (let slot = this.first; slot !== undefined; slot = slot.next) {
      this.first = slot;
      while (slot.held !== undefined) {
        const { held } = slot;
        slot.held = undefined;
        for (const deliver of held) deliver();
      }
      if (!slot.complete) break;
      this.first = slot.next;
    }
    this.#releasing = false;
  }
}
