import type { CacheKeyMaker } from "../cache/cache-key.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { VersionStatistics } from "../statistics/version-statistics.ts";
import type { Outcome } from "./job.ts";

export interface Cache {
  readonly responses: ResponseCache;
  readonly key: CacheKeyMaker;
}

export interface CacheStepOptions {
  readonly cache: Cache;
  /** Names one load of a model version: its entries are its own. */
  readonly loadId: string;
  readonly statistics: VersionStatistics;
  readonly clock: Clock;
}

/** Answers requests of one model version from the response cache, and keeps what others are answered. */
export class CacheStep {
  readonly #options: CacheStepOptions;

  constructor(options: CacheStepOptions) {
    this.#options = options;
  }

  /** `execute` is called where the cache has no answer. */
  run(
    request: NormalizedRequest,
    startedAt: number,
    outcome: Outcome,
    execute: (outcome: Outcome) => void,
  ): void {
    const { cache, clock, loadId, statistics } = this.#options;
    const lookupStart = clock.now();
    const key = cache.key(loadId, request);
    const outputs = cache.responses.lookup(key);
    const lookupEnd = clock.now();
    const { trace } = request.source;
    trace?.stamp("CACHE_LOOKUP_START", lookupStart);
    trace?.stamp("CACHE_LOOKUP_END", lookupEnd);
    const lookupNs = lookupEnd - lookupStart;
    if (outputs !== undefined) {
      statistics.recordCacheHit(lookupEnd - startedAt, lookupStart - startedAt, lookupNs);
      trace?.served({ version: "", cacheHit: true });
      outcome.respond({ outputs, parameters: {} }, true);
      return;
    }
    execute({
      fail: (error) => outcome.fail(error),
      respond: (result, final, stamps) => {
        if (result !== undefined) {
          const start = clock.now();
          cache.responses.insert(key, result.outputs);
          statistics.recordCacheMiss(lookupNs + clock.now() - start);
        }
        outcome.respond(result, final, stamps);
      },
    });
  }
}
