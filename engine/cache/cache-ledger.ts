import type { CacheClient, Client, ModelTelemetry } from "../types.ts";
import { ClientLedger } from "./client-ledger.ts";
import type { ResponseCache } from "./response-cache.ts";

/** What the cache did for one load of a model version; every entry counts for the whole cache too (rule CACHE-10). */
export class CacheLedger {
  readonly #cache: ResponseCache;
  readonly #clients = new ClientLedger();
  #hits = 0;
  #misses = 0;
  #savedNs = 0;
  #missCostNs = 0;

  constructor(cache: ResponseCache) {
    this.#cache = cache;
  }

  hit(client: Client | undefined, lookupNs: number, savedNs: number): void {
    this.#hits += 1;
    this.#savedNs += savedNs;
    this.#clients.record(client, true);
    this.#cache.countHit(lookupNs);
  }

  miss(client: Client | undefined, lookupNs: number): void {
    this.#misses += 1;
    this.#missCostNs += lookupNs;
    this.#clients.record(client, false);
    this.#cache.countMiss(lookupNs);
  }

  insertion(ns: number): void {
    this.#missCostNs += ns;
    this.#cache.countInsertion(ns);
  }

  totals(): ModelTelemetry["cacheLedger"] {
    return {
      lookups: this.#hits + this.#misses,
      hits: this.#hits,
      misses: this.#misses,
      savedNs: this.#savedNs,
      missCostNs: this.#missCostNs,
    };
  }

  clients(): CacheClient[] {
    return this.#clients.top();
  }
}
