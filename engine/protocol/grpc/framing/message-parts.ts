import type { ByteBudget } from "../../byte-budget.ts";

/** Shorter parts of a chunk are copied: a view costs more. */
const MIN_VIEW_BYTES = 4096;

/** A view may keep a chunk of this many times its bytes. */
const MAX_KEPT = 4;

/** Memory for copied parts is allocated in blocks of this size. */
const BLOCK_BYTES = 16 * 1024;

/** A message as the parts of chunks that brought it, most of them views (PROTO-83). */
export class MessageParts {
  readonly parts: Buffer[] = [];
  /** Bytes taken from the budget: copies, and views with at least half of the chunk that they keep. */
  held = 0;
  readonly #budget: ByteBudget;
  #missing: number;
  /** Memory of the chunk that the last view keeps, and what was taken for it beyond that view. */
  #kept: ArrayBufferLike | undefined;
  #prepaid = 0;
  #block: Buffer = Buffer.alloc(0);
  #begun = 0;
  #filled = 0;

  constructor(length: number, budget: ByteBudget) {
    this.#missing = length;
    this.#budget = budget;
  }

  get isComplete(): boolean {
    return this.#missing === 0;
  }

  /** Adds the bytes of `chunk` from `from` and returns where the next message begins; -1 if the budget has no room. */
  add(chunk: Buffer, from: number): number {
    const end = Math.min(chunk.length, from + this.#missing);
    const added = this.#isWorthView(chunk, end - from)
      ? this.#view(chunk, from, end)
      : this.#copy(chunk, from, end);
    if (!added) return -1;
    if (this.isComplete) this.#endCopies();
    return end;
  }

  release(): void {
    this.#budget.give(this.held);
    this.held = 0;
  }

  #isWorthView({ buffer }: Buffer, length: number): boolean {
    if (length < MIN_VIEW_BYTES) return false;
    return buffer === this.#kept || length * MAX_KEPT >= buffer.byteLength;
  }

  #view(chunk: Buffer, from: number, end: number): boolean {
    const { buffer } = chunk;
    const length = end - from;
    const isNew = buffer !== this.#kept;
    const taken = isNew
      ? Math.max(length, buffer.byteLength / 2)
      : Math.max(0, length - this.#prepaid);
    if (!this.#take(taken)) return false;
    this.#prepaid = isNew ? taken - length : this.#prepaid + taken - length;
    this.#kept = buffer;
    this.#endCopies();
    this.parts.push(chunk.subarray(from, end));
    this.#missing -= length;
    return true;
  }

  #copy(chunk: Buffer, from: number, end: number): boolean {
    let at = from;
    while (at < end) {
      if (this.#filled === this.#block.length) {
        this.#endCopies();
        const bytes = Math.min(BLOCK_BYTES, this.#missing);
        if (!this.#take(bytes)) return false;
        this.#block = Buffer.allocUnsafeSlow(bytes);
        this.#begun = 0;
        this.#filled = 0;
      }
      const copied = chunk.copy(this.#block, this.#filled, at, end);
      this.#filled += copied;
      this.#missing -= copied;
      at += copied;
    }
    return true;
  }

  #endCopies(): void {
    if (this.#filled > this.#begun)
      this.parts.push(this.#block.subarray(this.#begun, this.#filled));
    this.#begun = this.#filled;
  }

  #take(bytes: number): boolean {
    if (!this.#budget.take(bytes)) return false;
    this.held += bytes;
    return true;
  }
}
