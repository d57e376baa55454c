/** Max gaps kept individually; of a longer response earlier ones are kept in histogram buckets. */
const MAX_SINGLE_GAPS = 4096;
/** As in HdrCounts. */
const SUB_BUCKETS = 2048;

/** Times between the pieces of one response, in bounded memory. */
export class Gaps {
  #single: number[] = [];
  #folded: Map<number, number> | null = null;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  record(micros: number): void {
    this.#count += 1;
    this.#single.push(micros);
    if (this.#single.length >= MAX_SINGLE_GAPS) this.#fold();
  }

  /** Each with its count; those of a long response to the histogram's three digits. */
  *each(): Generator<readonly [micros: number, times: number]> {
    if (this.#folded) yield* this.#folded;
    for (const micros of this.#single) yield [micros, 1];
  }

  #fold(): void {
    const folded = (this.#folded ??= new Map());
    for (const micros of this.#single) {
      const middle = middleOfBucket(micros);
      folded.set(middle, (folded.get(middle) ?? 0) + 1);
    }
    this.#single = [];
  }
}

/** Of the histogram's bucket. */
function middleOfBucket(micros: number): number {
  const value = Math.max(1, Math.round(micros));
  const bucket = 21 - Math.clz32(value | (SUB_BUCKETS - 1));
  return (value >>> bucket) * 2 ** bucket + (2 ** bucket - 1) / 2;
}
