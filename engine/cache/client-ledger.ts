import type { CacheClient, Client } from "../types.ts";

/** Max clients that are remembered; the least recently seen one is dropped first. */
const MAX_CLIENTS = 1000;
const REPORTED = 20;
/** Limits user agents, which clients choose. */
const MAX_TEXT = 200;

interface Count {
  readonly address: string;
  readonly userAgent: string;
  lookups: number;
  hits: number;
}

/** Which clients send duplicates: lookups and hits by peer address and user agent (rule CACHE-11). */
export class ClientLedger {
  readonly #counts = new Map<string, Count>();
  /** Cached, since the next lookup is often of the same client. */
  #last: Count | undefined;

  record(client: Client | undefined, hit: boolean): void {
    if (client === undefined) return;
    const count = this.#findCount(client);
    count.lookups += 1;
    if (hit) count.hits += 1;
  }

  /** Those with most hits first. */
  top(): CacheClient[] {
    return [...this.#counts.values()]
      .sort((a, b) => b.hits - a.hits || b.lookups - a.lookups)
      .slice(0, REPORTED)
      .map((count) => ({ ...count }));
  }

  #findCount(client: Client): Count {
    const last = this.#last;
    if (last?.address === client.address && last.userAgent === client.userAgent) return last;
    const address = client.address.slice(0, MAX_TEXT);
    const userAgent = client.userAgent.slice(0, MAX_TEXT);
    const key = `${address} ${userAgent}`;
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { address, userAgent, lookups: 0, hits: 0 };
      const oldest = this.#counts.keys().next();
      if (this.#counts.size >= MAX_CLIENTS && !oldest.done) this.#counts.delete(oldest.value);
    } else this.#counts.delete(key);
    // A Map keeps insertion order, so the first is the least recently seen.
    this.#counts.set(key, count);
    this.#last = count;
    return count;
  }
}
