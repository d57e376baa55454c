import type { TraceRecord } from "../types.ts";

/** The newest finished traces. Their ids are consecutive. */
export class TraceRing {
  readonly #capacity: number;
  #records: TraceRecord[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  push(record: TraceRecord): void {
    this.#records.push(record);
    // Trimmed in batches, since removing the first element moves all others.
    if (this.#records.length >= 2 * this.#capacity) this.#trim();
  }

  /** Traces with a higher id, oldest first. */
  after(id: number): TraceRecord[] {
    this.#trim();
    const first = this.#records[0]?.id ?? 0;
    return this.#records.slice(Math.max(0, id + 1 - first));
  }

  #trim(): void {
    if (this.#records.length > this.#capacity) this.#records = this.#records.slice(-this.#capacity);
  }
}
