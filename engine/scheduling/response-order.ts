/** A request's place in the order in which responses leave. */
export class ResponseSlot {
  readonly #order: ResponseOrder;
  /** Responses that wait for those of earlier slots. */
  #held: (() => void)[] | undefined;
  /** Its last response is delivered or held, or it was abandoned. */
  #complete = false;
  /** The slot behind. */
  next: ResponseSlot | undefined;

  constructor(order: ResponseOrder) {
    this.#order = order;
  }

  /** Calls `deliver`, which must not throw, when the earlier slots are complete; `final` completes this one. */
  send(deliver: () => void, final: boolean): void {
    if (this.#complete) return;
    this.#complete = final;
    const isFront = this.#order.isFront(this);
    if (isFront && this.#held === undefined) deliver();
    else (this.#held ??= []).push(deliver);
    if (isFront && final) this.#order.advance();
  }

  /** Abandons the place: no caller waits for its responses. */
  leave(): void {
    this.#held = undefined;
    this.#complete = true;
    if (this.#order.isFront(this)) this.#order.advance();
  }

  /** Delivers its responses; returns whether the slot behind may follow. */
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

  /** Takes the place behind all open ones. */
  open(): ResponseSlot {
    const slot = new ResponseSlot(this);
    if (this.#first === undefined) this.#first = slot;
    else if (this.#last !== undefined) this.#last.next = slot;
    this.#last = slot;
    return slot;
  }

  /** Whether this slot's responses may leave. */
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
