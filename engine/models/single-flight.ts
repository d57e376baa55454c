import { type CacheKey, ownedKey } from "../cache/cache-key.ts";
import { type Flight, Flights } from "../cache/flights.ts";
import { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { VersionStatistics } from "../statistics/version-statistics.ts";
import type { FailureReason, OutputTensor } from "../types.ts";
import type { Outcome } from "./job.ts";

/** `waitingSince` if the request waited for another's response; its queue time starts there. */
export type Execute = (outcome: Outcome, waitingSince?: number) => void;

/** A request that missed the cache. */
export interface Asker {
  readonly key: CacheKey;
  readonly startedAt: number;
  readonly lookupNs: number;
  readonly outcome: Outcome;
  readonly execute: Execute;
}

export interface SingleFlightOptions {
  readonly statistics: VersionStatistics;
  readonly clock: EngineClock;
  /** A request starts waiting for another's response: it is accepted but in no queue. */
  readonly onWaiting: () => void;
  /** It stops waiting. */
  readonly onWaited: () => void;
  readonly countMiss: (asker: Asker) => void;
  /** Stores a response; returns how long that took, ns. */
  readonly keep: (key: CacheKey, outputs: readonly OutputTensor[]) => number;
  /** Answers with another request's response. */
  readonly answer: (asker: Asker, outputs: readonly OutputTensor[], now: number) => void;
}

interface Follower {
  readonly asker: Asker;
  readonly stopListening: () => void;
}

/** Errors that concern only this request's client or its place in the queue. */
const OWN_REASONS: ReadonlySet<FailureReason | undefined> = new Set(["CANCELED", "REJECTED"]);

/** Equal requests that miss at the same time wait for one execution (CACHE-4 and CACHE-5). */
export class SingleFlight {
  readonly #options: SingleFlightOptions;
  readonly #flights = new Flights<Follower>();

  constructor(options: SingleFlightOptions) {
    this.#options = options;
  }

  /** Executes, or waits for an equal request that is being executed. */
  run(asker: Asker): void {
    const { key } = asker;
    const flight = this.#flights.find(key);
    if (flight === undefined) this.#lead(asker, this.#flights.start(key));
    else if (key.request.source.signal?.aborted) this.#lead(asker, undefined);
    else this.#follow(asker, flight);
  }

  /** Executes; its outcome ends `flight`. */
  #lead(asker: Asker, flight: Flight<Follower> | undefined, waitingSince?: number): void {
    const { outcome, lookupNs } = asker;
    const { statistics } = this.#options;
    let { key } = asker;
    this.#options.countMiss(asker);
    const own: Outcome = {
      respond: (result, final, stamps) => {
        if (result !== undefined) {
          const insertionNs = this.#options.keep(key, result.outputs);
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
        // A running execution isn't repeated: followers keep waiting, and its response is stored.
        if (runsOn) key = ownedKey(key);
        else if (flight && OWN_REASONS.has(reason)) this.#handOver(flight);
        else if (flight) this.#failAll(this.#land(flight), error, reason);
        outcome.fail(error, reason);
      },
      late: (result) => {
        const followers = flight ? this.#land(flight) : [];
        if (result instanceof StatusError) this.#failAll(followers, result, "BACKEND");
        else {
          this.#options.keep(key, result.outputs);
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
      this.#options.countMiss(asker);
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

  /**
   * The first follower executes in the leader's place; a loop, because it may also fail at once.
   */
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
        this.#options.answer(asker, outputs, now);
      } catch (error) {
        asker.outcome.fail(StatusError.from(error));
      }
      this.#options.onWaited();
    }
  }

  #failAll(followers: readonly Follower[], error: StatusError, reason?: FailureReason): void {
    for (const follower of followers) {
      this.#options.countMiss(follower.asker);
      this.#fail(follower, error, reason);
    }
  }

  #fail({ asker, stopListening }: Follower, error: StatusError, reason?: FailureReason): void {
    const { statistics, clock, onWaited } = this.#options;
    stopListening();
    const { source } = asker.key.request;
    statistics.recordFailure(reason ?? "OTHER", clock.now() - asker.startedAt, source);
    asker.outcome.fail(error, reason);
    onWaited();
  }
}
