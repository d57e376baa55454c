import { CHUNK_ROWS, type Grain, type HistoryStore, STEP_MS } from "./history-store.ts";

/** Rows younger than this stay by themselves: 5-minute rows are made of them. */
const YOUNG_MS = 2 * STEP_MS.coarse;
/** In how many turns every server has had its own. */
const TURNS = 30;

/** Puts rows into chunks, of some servers in each turn, so that no turn takes long. */
export class Compaction {
  #next = 0;

  /** Yields after each chunk, which takes some 20 ms. */
  *turn(store: HistoryStore, now: number): Generator<void> {
    const servers = store.servers();
    for (let count = Math.ceil(servers.length / TURNS); count > 0; count--) {
      const serverId = servers[this.#next % servers.length];
      this.#next = (this.#next + 1) % servers.length;
      if (serverId === undefined) return;
      for (const grain of ["fine", "coarse"] as const)
        while (store.compact(grain, serverId, lastWhole(grain, now - YOUNG_MS))) yield;
    }
  }
}

/** The end of the last whole span of a chunk. */
function lastWhole(grain: Grain, until: number): number {
  const span = CHUNK_ROWS * STEP_MS[grain];
  return Math.floor(until / span) * span;
}
