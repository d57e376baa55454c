import { type HistoryStore, STEP_MS } from "./history-store.ts";

/** Rows younger than this stay by themselves: 5-minute rows are made of them. */
const YOUNG_MS = 2 * STEP_MS.coarse;
/** In how many turns every server has had its own. */
const TURNS = 30;

/** Puts rows of 10 s into chunks, of some servers in each turn, so that no turn takes long. */
export class Compaction {
  #next = 0;

  /** Yields after each chunk, which takes some 20 ms. */
  *turn(store: HistoryStore, now: number): Generator<void> {
    const servers = store.servers();
    const until = Math.floor((now - YOUNG_MS) / YOUNG_MS) * YOUNG_MS;
    for (let count = Math.ceil(servers.length / TURNS); count > 0; count--) {
      const serverId = servers[this.#next % servers.length];
      this.#next = (this.#next + 1) % servers.length;
      while (serverId !== undefined && store.compact(serverId, until)) yield;
    }
  }
}
