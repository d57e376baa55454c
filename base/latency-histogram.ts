/**
 * A latency histogram with a fixed log-linear layout: any two can be added or subtracted bucket by
 * bucket, across seconds, replicas and versions. Values are whole µs. Below 128 µs a bucket is 1 µs
 * wide; above, each power of two has 64 buckets, so values are accurate within 0.8 %. Layout number
 * 1.
 */
export const LATENCY_LAYOUT = 1;

const LINEAR = 128;
const SUB_BITS = 6;
const SUB = 1 << SUB_BITS;
const MAX_EXPONENT = 36;
/** Below this, the bucket follows from bits, without a logarithm. */
const WORD = 2 ** 31;
export const LATENCY_BUCKETS = LINEAR + (MAX_EXPONENT - 7) * SUB;

/** Non-empty buckets, indices ascending: the form for the wire and for storage. */
export interface LatencyCounts {
  readonly indices: readonly number[];
  readonly counts: readonly number[];
}

export function bucketIndex(micros: number): number {
  if (!(micros >= 1)) return 0;
  if (micros < LINEAR) return Math.floor(micros);
  if (micros < WORD) {
    const exponent = 31 - Math.clz32(micros);
    return LINEAR + (exponent - 8) * SUB + (micros >>> (exponent - SUB_BITS));
  }
  const exponent = Math.min(Math.floor(Math.log2(micros)), MAX_EXPONENT - 1);
  const within = Math.min(SUB - 1, Math.floor((micros / 2 ** exponent - 1) * SUB));
  return LINEAR + (exponent - 7) * SUB + within;
}

/** Lower bound (inclusive) of a bucket, µs. */
export function bucketLow(index: number): number {
  if (index < LINEAR) return index;
  const exponent = 7 + Math.floor((index - LINEAR) / SUB);
  return 2 ** exponent * (1 + ((index - LINEAR) % SUB) / SUB);
}

/** Upper bound (exclusive) of a bucket, µs. */
export function bucketHigh(index: number): number {
  return index < LINEAR
    ? index + 1
    : bucketLow(index) + 2 ** (7 + Math.floor((index - LINEAR) / SUB)) / SUB;
}

export class LatencyHistogram {
  readonly #counts = new Float64Array(LATENCY_BUCKETS);
  #total = 0;
  /** All counts are within these buckets. */
  #first = LATENCY_BUCKETS;
  #last = -1;

  get total(): number {
    return this.#total;
  }

  record(micros: number): void {
    this.#count(bucketIndex(micros), 1);
  }

  /** Adds another histogram's counts; `factor` −1 subtracts an earlier snapshot. */
  add(other: LatencyCounts, factor = 1): this {
    other.indices.forEach((index, i) => {
      this.#count(index, (other.counts[i] ?? 0) * factor);
    });
    return this;
  }

  /**
   * The value (µs, middle of its bucket) at or below which the share `quantile` (0..1) of all
   * values is; null if nothing was recorded.
   */
  quantile(quantile: number): number | null {
    if (this.#total <= 0) return null;
    const rank = Math.max(1, Math.ceil(quantile * this.#total));
    let seen = 0;
    for (let index = this.#first; index <= this.#last; index++) {
      seen += this.#counts[index] ?? 0;
      if (seen >= rank) return index < LINEAR ? index : (bucketLow(index) + bucketHigh(index)) / 2;
    }
    return null;
  }

  counts(): LatencyCounts {
    const indices: number[] = [];
    const counts: number[] = [];
    for (let index = this.#first; index <= this.#last; index++) {
      const count = this.#counts[index] ?? 0;
      if (count !== 0) {
        indices.push(index);
        counts.push(count);
      }
    }
    return { indices, counts };
  }

  #count(index: number, count: number): void {
    if (!(index >= 0 && index < LATENCY_BUCKETS)) return;
    if (index < this.#first) this.#first = index;
    if (index > this.#last) this.#last = index;
    this.#counts[index] = (this.#counts[index] ?? 0) + count;
    this.#total += count;
  }
}
