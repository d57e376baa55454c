interface Slot {
  /** Responses that wait for those of the slots before. */
  readonly held: (() => void)[];
  /** Its last response is among the held ones, or it has left. */
  complete: boolean;
}

/** A request's place in the order in which responses leave. */
export interface ResponseSlot {
  /** Calls `deliver` once everything of the slots before has been delivered; `final` ends the slot. */
  send(deliver: () => void, final: boolean): void;
  /** Gives the place up: nobody waits for what it holds. */
  leave(): void;
}

/** Lets responses leave in the order in which their requests came (rule B11). Holds responses, not execution. */
export class ResponseOrder {
  /** Open slots, oldest first. */
  readonly #slots = new Set<Slot>();
  #releasing = false;

  /** Takes the place behind all that are open. */
  open(): ResponseSlot {
    const slot: Slot = { held: [], complete: false };
    this.#slots.add(slot);
    return {
      send: (deliver, final) => {
        if (slot.complete) return;
        slot.held.push(deliver);
        slot.complete = final;
        this.#release();
      },
      leave: () => {
        slot.held.length = 0;
        slot.complete = true;
        this.#release();
      },
    };
  }

  #release(): void {
    // A delivery may bring the next response; the loop that is under way sends it in its turn.
    if (this.#releasing) return;
    this.#releasing = true;
    for (const slot of this.#slots) {
      for (let deliver = slot.held.shift(); deliver; deliver = slot.held.shift()) deliver();
      if (!slot.complete) break;
      this.#slots.delete(slot);
    }
    this.#releasing = false;
  }
}
