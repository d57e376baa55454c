import { CHUNK_ROWS, type Grain, type HistoryStore, STEP_MS } from "./history-store.ts";

/** Newer rows are not chunked yet: 5-minute rows are made from them. */
const YOUNG_MS = 2 * STEP_MS.coarse;
/** Number of turns in which every server is compacted once. */
const TURNS = 30;

/** Packs rows into chunks, for some servers per turn, so that no turn takes long. */
export class Compaction {
  #next = 0;

  /** Yields after each chunk, which takes about 20 ms. */
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

/** The end of the last complete span of a chunk. */
function lastWhole(grain: Grain, until: number): number {
  const span = CHUNK_ROWS * STEP_MS[grain];
  return Math.floor(until / span) * span;
}
