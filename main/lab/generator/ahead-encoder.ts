/** Requests, and bytes of them, that are kept ready: recorded requests come in bursts. */
const MAX_AHEAD = 64;
const MAX_AHEAD_BYTES = 32 * 1024 * 1024;

interface Encoded {
  readonly bytes: Buffer;
}

/**
 * Requests that are encoded one by one because together they need too much memory. The next ones are encoded ahead, while
 * idle, so that none waits for it when it is due.
 */
export class AheadEncoder<T extends Encoded> {
  readonly #from: number;
  readonly #count: number;
  readonly #encode: (input: number) => T;
  readonly #ready = new Map<number, T>();
  #bytes = 0;
  /** Index of the next to encode. */
  #next: number;
  #isFilling = false;

  /** `count` requests from `from` on, sent in order and repeatedly. */
  constructor(from: number, count: number, encode: (input: number) => T) {
    this.#from = from;
    this.#count = count;
    this.#encode = encode;
    this.#next = from;
  }

  /** Encodes the first ones at once, before a run. */
  begin(): void {
    while (!this.#isFull) this.#encodeNext();
  }

  take(input: number): T {
    const ready = this.#ready.get(input);
    if (ready) {
      this.#ready.delete(input);
      this.#bytes -= ready.bytes.length;
    } else {
      this.#ready.clear();
      this.#bytes = 0;
      this.#next = this.#after(input);
    }
    this.#fill();
    return ready ?? this.#encode(input);
  }

  get #isFull(): boolean {
    const most = Math.min(MAX_AHEAD, this.#count - 1);
    return this.#ready.size >= most || this.#bytes >= MAX_AHEAD_BYTES;
  }

  #fill(): void {
    if (this.#isFilling || this.#isFull) return;
    this.#isFilling = true;
    setImmediate(() => {
      this.#isFilling = false;
      if (!this.#isFull) this.#encodeNext();
      this.#fill();
    });
  }

  #encodeNext(): void {
    const encoded = this.#encode(this.#next);
    this.#ready.set(this.#next, encoded);
    this.#bytes += encoded.bytes.length;
    this.#next = this.#after(this.#next);
  }

  #after(input: number): number {
    return this.#from + ((input + 1 - this.#from) % this.#count);
  }
}
