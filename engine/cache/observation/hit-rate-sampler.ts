import type { HitRatePoint } from "../../types.ts";
import { ReuseDistances } from "./reuse-distances.ts";

/** Keys in the sample: with this many distinct requests or fewer, the sample is complete. */
const MAX_KEYS = 1 << 15;
/** Share of a full sample that is kept. */
const KEPT = 7 / 8;
/** Hashes have 32 bits. */
const HASHES = 2 ** 32;
/** Steps between cache sizes: 2.2 %. */
const STEPS_PER_OCTAVE = 32;

export interface HitRateEstimate {
  /** Including those in flight. */
  readonly requests: number;
  /** Share of all distinct requests that is currently sampled. */
  readonly sampledShare: number;
  /** Estimated number of distinct answered requests. */
  readonly distinct: number;
  /** Memory of a cache that holds all of them. */
  readonly distinctBytes: number;
  /** Sizes ascending, rates too; caches smaller than the first have no hits. */
  readonly curve: readonly HitRatePoint[];
}

/**
 * The hit rate of an LRU cache by its size, estimated from a sample of the requests by their hash (SHARDS with a bounded
 * sample, Waldspurger et al., FAST '15; rule CACHE-O2). A request is a hit of a cache if, since its last response, no more
 * bytes were requested than the cache holds, its own included.
 */
export class HitRateSampler {
  readonly #maxKeys: number;
  readonly #distances = new ReuseDistances();
  /** Hits by distance step, each with its weight at the time. */
  readonly #hits = new Map<number, number>();
  /** Requests with a lower hash are sampled. */
  #threshold = HASHES;
  #requests = 0;
  /** Total weights of the sampled requests: on arrival, and at their end. */
  #arrived = 0;
  #ended = 0;

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** Counts a request; returns whether it is sampled and its end must be reported. `hash`: 32 bits, unsigned. */
  arrives(hash: number): boolean {
    this.#requests += 1;
    if (hash >= this.#threshold) return false;
    this.#arrived += HASHES / this.#threshold;
    return true;
  }

  /** A sampled request was answered; a cache would keep `bytes` for it. */
  answered(hash: number, bytes: number): void {
    if (hash >= this.#threshold) return;
    this.#count(hash);
    this.#distances.refer(hash, bytes);
    if (this.#distances.keys > this.#maxKeys) this.#sampleLess();
  }

  /** A sampled request failed: a cache keeps no errors, but would have answered if it had a response. */
  failed(hash: number): void {
    if (hash >= this.#threshold) return;
    this.#count(hash);
    const bytes = this.#distances.bytesOf(hash);
    if (bytes !== undefined) this.#distances.refer(hash, bytes);
  }

  estimate(): HitRateEstimate {
    const sampledShare = this.#threshold / HASHES;
    return {
      requests: this.#requests,
      sampledShare,
      distinct: Math.round(this.#distances.keys / sampledShare),
      distinctBytes: Math.round(this.#distances.bytes / sampledShare),
      curve: this.#curve(),
    };
  }

  #count(hash: number): void {
    const weight = HASHES / this.#threshold;
    this.#ended += weight;
    const own = this.#distances.bytesOf(hash);
    const newer = this.#distances.newerBytes(hash);
    if (own === undefined || newer === undefined) return;
    const bytes = newer * weight + own;
    const step = Math.ceil(Math.log2(Math.max(1, bytes)) * STEPS_PER_OCTAVE);
    this.#hits.set(step, (this.#hits.get(step) ?? 0) + weight);
  }

  /** Drops the keys with the highest hashes, which keeps the sample unbiased. */
  #sampleLess(): void {
    const hashes = this.#distances.hashes().sort();
    this.#threshold = hashes[Math.floor(this.#maxKeys * KEPT)] ?? this.#threshold;
    this.#distances.dropFrom(this.#threshold);
  }

  /**
   * A sample with too many or too few requests compared with all is off by a few frequent keys: the difference counts as
   * hits of the shortest distances (SHARDS-adj).
   */
  #curve(): HitRatePoint[] {
    let excess = this.#requests - this.#arrived;
    const total = this.#ended + excess;
    if (total <= 0) return [];
    const steps = [...this.#hits].sort(([a], [b]) => a - b);
    if (steps.length === 0) return [];
    let hits = 0;
    return steps.flatMap(([step, weight]) => {
      const counted = Math.max(0, weight + excess);
      excess = Math.min(0, weight + excess);
      hits += counted;
      const bytes = Math.round(2 ** (step / STEPS_PER_OCTAVE));
      return counted > 0 ? [{ bytes, hitRate: Math.min(1, hits / total) }] : [];
    });
  }
}
