import type { TraceRecord } from "../types.ts";

/** The newest finished traces. Their ids follow each other without a gap. */
export class TraceRing {
  readonly #capacity: number;
  #records: TraceRecord[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(record: TraceRecord): void {
    this.#records.push(record);
    // Only now and then, since removing the first one moves all others.
    if (this.#records.length >= 2 * this.#capacity) this.#trim();
  }

  /** Those with a higher id, oldest first. */
  after(id: number): TraceRecord[] {
    this.#trim();
    const first = this.#records[0]?.id ?? 0;
    return this.#records.slice(Math.max(0, id + 1 - first));
  }

  #trim(): void {
    if (this.#records.length > this.#capacity) this.#records = this.#records.slice(-this.#capacity);
  }
}
