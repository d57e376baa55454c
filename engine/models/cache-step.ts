import type { CacheKey, CacheKeyMaker } from "../cache/cache-key.ts";
import { CacheLedger } from "../cache/cache-ledger.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { OutputTensor } from "../types.ts";
import type { Outcome } from "./job.ts";
import {
  type Asker,
  type Execute,
  SingleFlight,
  type SingleFlightOptions,
} from "./single-flight.ts";

export interface Cache {
  readonly responses: ResponseCache;
  readonly key: CacheKeyMaker;
}

export interface CacheStepOptions
  extends Pick<SingleFlightOptions, "statistics" | "clock" | "onWaiting" | "onWaited"> {
  readonly cache: Cache;
  /** Identifies one load of a model version: loads don't share entries. */
  readonly loadId: string;
}

/** Answers requests of one model version from the response cache and stores new responses. */
export class CacheStep {
  readonly ledger: CacheLedger;
  readonly #options: CacheStepOptions;
  readonly #flight: SingleFlight;
  #forgotten = false;

  constructor(options: CacheStepOptions) {
    this.#options = options;
    this.ledger = new CacheLedger(options.cache.responses);
    this.#flight = new SingleFlight({
      ...options,
      countMiss: ({ key, lookupNs }) => this.ledger.miss(key.request.source.client, lookupNs),
      keep: (key, outputs) => this.#keep(key, outputs),
      answer: (asker, outputs, now) => this.#answer(asker, outputs, now),
    });
  }

  /** Calls `execute`, now or later, unless the response is cached or being computed. */
  run(request: NormalizedRequest, startedAt: number, outcome: Outcome, execute: Execute): void {
    const { cache, clock, loadId } = this.#options;
    const { trace } = request.source;
    const lookupStart = clock.now();
    const key = cache.key(loadId, request);
    const outputs = cache.responses.lookup(key);
    const lookupEnd = clock.now();
    const asker = { key, startedAt, lookupNs: lookupEnd - lookupStart, outcome, execute };
    trace?.stamp("CACHE_LOOKUP_START", lookupStart);
    trace?.stamp("CACHE_LOOKUP_END", lookupEnd);
    if (outputs === undefined) this.#flight.run(asker);
    else this.#answer(asker, outputs, lookupEnd);
  }

  /** Removes the entries of a version that stopped serving. */
  forget(): void {
    this.#forgotten = true;
    this.#options.cache.responses.forget(this.#options.loadId);
  }

  /** A hit with a stored response, or with one that another request just received. */
  #answer(asker: Asker, outputs: readonly OutputTensor[], now: number): void {
    const { key, startedAt, lookupNs, outcome } = asker;
    const { source, items } = key.request;
    const { statistics } = this.#options;
    const requestNs = now - startedAt;
    statistics.recordCacheHit(requestNs, requestNs - lookupNs, lookupNs);
    this.ledger.hit(source.client, lookupNs, items * statistics.meanComputeNs);
    source.trace?.served({ version: "", cacheHit: true });
    outcome.respond({ outputs, parameters: {} }, true);
  }

  /** Insertion time, ns. */
  #keep(key: CacheKey, outputs: readonly OutputTensor[]): number {
    const { cache, clock } = this.#options;
    if (this.#forgotten) return 0;
    const start = clock.now();
    cache.responses.insert(key, outputs);
    const insertionNs = clock.now() - start;
    this.ledger.insertion(insertionNs);
    return insertionNs;
  }
}
