/** A message and how many bytes of the budget it holds. */
interface Queued {
  readonly message: Uint8Array;
  readonly held: number;
}

/** Reading pauses when this many messages, or bytes of them, are queued. */
const MAX_MESSAGES = 64;
const MAX_BYTES = 1 << 20;

export interface QueueOptions {
  readonly pause: () => void;
  readonly resume: () => void;
  /** The reader took the next message; this one's memory is free. */
  readonly release: (held: number) => void;
}

/** Messages from a peer to one reader, with backpressure. */
export class MessageQueue implements AsyncIterable<Uint8Array> {
  readonly #options: QueueOptions;
  readonly #queued: Queued[] = [];
  #bytes = 0;
  #paused = false;
  #ended = false;
  #error: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  push(message: Uint8Array, held: number): void {
    this.#queued.push({ message, held });
    this.#bytes += message.byteLength;
    if (!this.#paused && this.#full) {
      this.#paused = true;
      this.#options.pause();
    }
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Drops unread messages; the reader gets the error. */
  fail(error: Error): void {
    if (this.#ended && this.#queued.length === 0) return;
    this.#error ??= error;
    this.#ended = true;
    for (const { held } of this.#queued.splice(0)) this.#options.release(held);
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const next = this.#queued.shift();
      if (next !== undefined) {
        this.#bytes -= next.message.byteLength;
        if (this.#paused && !this.#full) {
          this.#paused = false;
          this.#options.resume();
        }
        try {
          yield next.message;
        } finally {
          this.#options.release(next.held);
        }
      } else if (this.#error !== undefined) throw this.#error;
      else if (this.#ended) return;
      else {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = undefined;
      }
    }
  }

  get #full(): boolean {
    return this.#queued.length >= MAX_MESSAGES || this.#bytes >= MAX_BYTES;
  }
}
