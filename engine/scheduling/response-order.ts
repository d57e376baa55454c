/** A request's place in the order in which responses leave. */
export class ResponseSlot {
  readonly #order: ResponseOrder;
  /** Responses that wait for those of the slots before. */
  #held: (() => void)[] | undefined;
  /** Its last response is delivered or held, or it was abandoned. */
  #complete = false;
  /** The slot behind. */
  next: ResponseSlot | undefined;

  constructor(order: ResponseOrder) {
    this.#order = order;
  }

  /** Calls `deliver`, which must not throw, once the slots before are complete; `final` completes this one. */
  send(deliver: () => void, final: boolean): void {
    if (this.#complete) return;
    this.#complete = final;
    const isFront = this.#order.isFront(this);
    if (isFront && this.#held === undefined) deliver();
    else (this.#held ??= []).push(deliver);
    if (isFront && final) this.#order.advance();
  }

  /** Gives the place up: no caller waits for what it holds. */
  leave(): void {
    this.#held = undefined;
    this.#complete = true;
    if (this.#order.isFront(this)) this.#order.advance();
  }

  /** Delivers what it holds; whether the slot behind may follow. */
  flush(): boolean {
    while (this.#held !== undefined) {
      const held = this.#held;
      this.#held = undefined;
      for (const deliver of held) deliver();
    }
    return this.#complete;
  }
}

/** Lets responses leave in the order in which their requests came (rule SCHED-B11). Holds responses, not execution. */
export class ResponseOrder {
  #first: ResponseSlot | undefined;
  #last: ResponseSlot | undefined;
  #advancing = false;

  /** Takes the place behind all that are open. */
  open(): ResponseSlot {
    const slot = new ResponseSlot(this);
    if (this.#first === undefined) this.#first = slot;
    else if (this.#last !== undefined) this.#last.next = slot;
    this.#last = slot;
    return slot;
  }

  /** Whether what this slot sends may leave. */
  isFront(slot: ResponseSlot): boolean {
    return slot === this.#first && !this.#advancing;
  }

  /** Continues to the first slot that is not complete, and delivers what is held on the way. */
  advance(): void {
    this.#advancing = true;
    // A delivery may bring the next response: it is held, and this loop comes to it in its turn.
    while (this.#first?.flush()) this.#first = this.#first.next;
    this.#advancing = false;
  }
}
