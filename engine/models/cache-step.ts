import { type CacheKey, type CacheKeyMaker, ownedKey } from "../cache/cache-key.ts";
import { CacheLedger } from "../cache/cache-ledger.ts";
import { type Flight, Flights } from "../cache/flights.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import { StatusError } from "../protocol/status.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { Clock } from "../scheduling/clock.ts";
import type { VersionStatistics } from "../statistics/version-statistics.ts";
import type { FailureReason, OutputTensor } from "../types.ts";
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
  /** A request begins to wait for another's answer: it is in no queue, but accepted. */
  readonly onWaiting: () => void;
  /** It waits no more. */
  readonly onWaited: () => void;
}

/** `waitingSince` where the request has waited for another's answer; its time in the queue counts from there. */
type Execute = (outcome: Outcome, waitingSince?: number) => void;

/** A request that the cache had no answer for yet. */
interface Asker {
  readonly key: CacheKey;
  readonly startedAt: number;
  readonly lookupNs: number;
  readonly outcome: Outcome;
  readonly execute: Execute;
}

interface Follower {
  readonly asker: Asker;
  readonly stopListening: () => void;
}

/** What ends a request for reasons of its own client or of its own place in the queue. */
const OWN_REASONS: ReadonlySet<FailureReason | undefined> = new Set(["CANCELED", "REJECTED"]);

/**
 * Answers requests of one model version from the response cache, keeps what others are answered, and lets equal
 * requests that miss at the same time wait for one execution (rules K4 to K8).
 */
export class CacheStep {
  readonly ledger: CacheLedger;
  readonly #options: CacheStepOptions;
  readonly #flights = new Flights<Follower>();
  #forgotten = false;

  constructor(options: CacheStepOptions) {
    this.#options = options;
    this.ledger = new CacheLedger(options.cache.responses);
  }

  /** `execute` is called where the cache has no answer and none is on its way; at once or later. */
  run(request: NormalizedRequest, startedAt: number, outcome: Outcome, execute: Execute): void {
    const { cache, clock, loadId } = this.#options;
    const { trace, signal } = request.source;
    const lookupStart = clock.now();
    const key = cache.key(loadId, request);
    const outputs = cache.responses.lookup(key);
    const lookupEnd = clock.now();
    const asker = { key, startedAt, lookupNs: lookupEnd - lookupStart, outcome, execute };
    trace?.stamp("CACHE_LOOKUP_START", lookupStart);
    trace?.stamp("CACHE_LOOKUP_END", lookupEnd);
    if (outputs !== undefined) {
      this.#answer(asker, outputs, lookupEnd);
      return;
    }
    const flight = this.#flights.find(key);
    if (flight === undefined) this.#lead(asker, this.#flights.start(key));
    else if (signal?.aborted) this.#lead(asker, undefined);
    else this.#follow(asker, flight);
  }

  /** Frees what was kept; for a version that serves no more. */
  forget(): void {
    this.#forgotten = true;
    this.#options.cache.responses.forget(this.#options.loadId);
  }

  /** Executes; what becomes of it ends `flight`. */
  #lead(asker: Asker, flight: Flight<Follower> | undefined, waitingSince?: number): void {
    const { outcome, lookupNs } = asker;
    const { statistics } = this.#options;
    let { key } = asker;
    this.#countMiss(asker);
    const own: Outcome = {
      respond: (result, final, stamps) => {
        if (result !== undefined) {
          const insertionNs = this.#keep(key, result.outputs);
          statistics.recordCacheMiss(lookupNs, insertionNs);
        }
        const followers = flight && this.#land(flight);
        try {
          outcome.respond(result, final, stamps);
        } finally {
          if (followers && result) this.#answerAll(followers, result.outputs);
        }
      },
      fail: (error, reason, runsOn) => {
        // What an instance computes already is not computed again: the others wait on, and what comes is kept.
        if (runsOn) key = ownedKey(key);
        else if (flight && OWN_REASONS.has(reason)) this.#handOver(flight);
        else if (flight) this.#failAll(this.#land(flight), error, reason);
        outcome.fail(error, reason);
      },
      late: (result) => {
        const followers = flight ? this.#land(flight) : [];
        if (result instanceof StatusError) this.#failAll(followers, result, "BACKEND");
        else {
          this.#keep(key, result.outputs);
          this.#answerAll(followers, result.outputs);
        }
      },
    };
    try {
      asker.execute(own, waitingSince);
    } catch (error) {
      own.fail(StatusError.from(error));
    }
  }

  #follow(asker: Asker, flight: Flight<Follower>): void {
    const { signal } = asker.key.request.source;
    const onAbort = () => {
      flight.followers.delete(follower);
      this.#countMiss(asker);
      this.#fail(follower, new StatusError("CANCELLED", "Request cancelled"), "CANCELED");
    };
    const follower: Follower = {
      asker,
      stopListening: () => signal?.removeEventListener("abort", onAbort),
    };
    flight.followers.add(follower);
    this.#options.onWaiting();
    signal?.addEventListener("abort", onAbort, { once: true });
  }

  /** The first that waits executes in the leader's place; a loop, because it may fail at once as well. */
  #handOver(flight: Flight<Follower>): void {
    flight.leaderless = true;
    if (flight.handingOver) return;
    flight.handingOver = true;
    while (flight.leaderless) {
      const [next] = flight.followers;
      if (next === undefined) break;
      flight.followers.delete(next);
      flight.leaderless = false;
      next.stopListening();
      this.#lead(next.asker, flight, next.asker.startedAt + next.asker.lookupNs);
      this.#options.onWaited();
    }
    flight.handingOver = false;
    if (flight.leaderless) this.#flights.end(flight);
  }

  #land(flight: Flight<Follower>): Follower[] {
    this.#flights.end(flight);
    const followers = [...flight.followers];
    flight.followers.clear();
    return followers;
  }

  #answerAll(followers: readonly Follower[], outputs: readonly OutputTensor[]): void {
    const now = followers.length > 0 ? this.#options.clock.now() : 0;
    for (const { asker, stopListening } of followers) {
      stopListening();
      try {
        this.#answer(asker, outputs, now);
      } catch (error) {
        asker.outcome.fail(StatusError.from(error));
      }
      this.#options.onWaited();
    }
  }

  #failAll(followers: readonly Follower[], error: StatusError, reason?: FailureReason): void {
    for (const follower of followers) {
      this.#countMiss(follower.asker);
      this.#fail(follower, error, reason);
    }
  }

  #fail({ asker, stopListening }: Follower, error: StatusError, reason?: FailureReason): void {
    const { statistics, clock, onWaited } = this.#options;
    stopListening();
    statistics.recordFailure(reason ?? "OTHER", clock.now() - asker.startedAt);
    asker.outcome.fail(error, reason);
    onWaited();
  }

  /** A hit: with an answer that was stored, or that another request has just been given. */
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

  #countMiss({ key, lookupNs }: Asker): void {
    this.ledger.miss(key.request.source.client, lookupNs);
  }

  /** How long inserting took, ns. */
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
