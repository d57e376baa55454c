/** Receives the responses of one request. */
export interface Responses {
  write(message: Uint8Array): void;
  /** No further response follows. */
  end(): void;
}

/**
 * Orders responses by request: those of a request wait until all earlier requests have finished.
 */
export class ResponseOrder {
  readonly #write: (message: Uint8Array) => void;
  readonly #slots: Slot[] = [];

  constructor(write: (message: Uint8Array) => void) {
    this.#write = write;
  }

  open(): Responses {
    const slot = new Slot();
    this.#slots.push(slot);
    return {
      write: (message) => {
        if (this.#slots[0] === slot) this.#write(message);
        else slot.waiting.push(message);
      },
      end: () => {
        slot.ended = true;
        this.#advance();
      },
    };
  }

  #advance(): void {
    while (this.#slots[0]?.ended) {
      this.#slots.shift();
      for (const message of this.#slots[0]?.waiting.splice(0) ?? []) this.#write(message);
    }
  }
}

class Slot {
  readonly waiting: Uint8Array[] = [];
  ended = false;
}
