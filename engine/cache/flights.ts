import type { CacheKey } from "./cache-key.ts";
import { inputBytes, sameRequest, type StoredRequest, storeRequest } from "./same-request.ts";

/** A running request, and those that wait for its response. */
export class Flight<Follower> {
  readonly key: CacheKey;
  readonly followers = new Set<Follower>();
  /** Its leader ended without a response, and no other request has taken over yet. */
  leaderless = false;
  handingOver = false;
  /** Created on demand; from then on the leader's own memory isn't needed. */
  #stored: StoredRequest | undefined;

  constructor(key: CacheKey) {
    this.key = key;
  }

  /** Whether a request is equal and equally urgent: it must not wait for one that may wait longer. */
  isForKey(key: CacheKey): boolean {
    const { priority, timeoutUs } = this.key.request;
    if (priority !== key.request.priority || timeoutUs !== key.request.timeoutUs) return false;
    const bytes = () => new Uint8Array(inputBytes(this.key.request));
    this.#stored ??= storeRequest(this.key, bytes());
    return sameRequest(this.#stored, key);
  }
}

/** The running misses of one model version. */
export class Flights<Follower> {
  readonly #byHash = new Map<number, Flight<Follower>[]>();

  find(key: CacheKey): Flight<Follower> | undefined {
    return this.#byHash.get(key.hash)?.find((flight) => flight.isForKey(key));
  }

  start(key: CacheKey): Flight<Follower> {
    const flight = new Flight<Follower>(key);
    const others = this.#byHash.get(key.hash);
    if (others) others.push(flight);
    else this.#byHash.set(key.hash, [flight]);
    return flight;
  }

  end(flight: Flight<Follower>): void {
    const { hash } = flight.key;
    const others = this.#byHash.get(hash)?.filter((other) => other !== flight) ?? [];
    if (others.length > 0) this.#byHash.set(hash, others);
    else this.#byHash.delete(hash);
  }
}
