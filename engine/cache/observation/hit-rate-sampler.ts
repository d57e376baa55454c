import type { HitRatePoint } from "../../types.ts";
import { ReuseDistances } from "./reuse-distances.ts";

/** Keys in the sample: with as many distinct requests or fewer, nothing is left out. */
const MAX_KEYS = 1 << 15;
/** Share of a full sample that is kept. */
const KEPT = 7 / 8;
/** Hashes have 32 bits. */
const HASHES = 2 ** 32;
/** Steps between sizes of a cache: 2.2 %. */
const STEPS_PER_OCTAVE = 32;

export interface HitRateEstimate {
  /** Those in flight included. */
  readonly requests: number;
  /** Share of all distinct requests that the sample has now. */
  readonly sampledShare: number;
  /** Estimated number of distinct requests that were answered. */
  readonly distinct: number;
  /** Memory in which a cache keeps all of them. */
  readonly distinctBytes: number;
  /** Sizes ascending, rates too; a smaller cache than the first has no hit. */
  readonly curve: readonly HitRatePoint[];
}

/**
 * The hit rate of an LRU cache over its size, from a sample of the requests by their hash (SHARDS with a bounded
 * sample, Waldspurger et al., FAST '15; rule CACHE-O2). A hit of a cache of some size is a request since whose last
 * answer no more bytes than that were asked for, its own included.
 */
export class HitRateSampler {
  readonly #maxKeys: number;
  readonly #distances = new ReuseDistances();
  /** Hits by step of the distance, each with the weight that it had when it was counted. */
  readonly #hits = new Map<number, number>();
  /** Requests whose hash is below are sampled. */
  #threshold = HASHES;
  #requests = 0;
  /** Weights of the sampled requests: as they came, and as they ended. */
  #arrived = 0;
  #ended = 0;

  constructor(maxKeys = MAX_KEYS) {
    this.#maxKeys = maxKeys;
  }

  /** Counts a request; whether its end is wanted. `hash` has 32 bits, unsigned. */
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

  /** A sampled request failed: a cache keeps no error, but would have answered where it had an answer. */
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

  /** Drops the keys with the highest hashes, so that the sample remains one by hash. */
  #sampleLess(): void {
    const hashes = this.#distances.hashes().sort();
    this.#threshold = hashes[Math.floor(this.#maxKeys * KEPT)] ?? this.#threshold;
    this.#distances.dropFrom(this.#threshold);
  }

  /**
   * Requests that the sample has too many or too few of, compared with all, are those of a few frequent keys: they
   * count as the hits of the shortest distances (SHARDS-adj).
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
