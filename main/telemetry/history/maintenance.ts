import type { Delta } from "../delta/delta.ts";
import { joinDeltas } from "../delta/merge.ts";
import { unpack } from "../series/packing/pack.ts";
import type { Row } from "../series/recent.ts";
import { slotEnd, toRow } from "./collector.ts";
import { CHUNK_ROWS, type Grain, type HistoryStore, STEP_MS } from "./history-store.ts";

/** Five minutes have no more. */
const MAX_ROWS = 1000;

/** Makes missing 5-minute rows from 10-second rows, up to `now`. Yields after each. */
export function* rollUp(store: HistoryStore, now: number): Generator<void> {
  const step = STEP_MS.coarse;
  const last = Math.floor(now / step) * step;
  for (const serverId of store.servers()) {
    let covered = store.newest("coarse", serverId, last) ?? 0;
    for (;;) {
      const [next] = store.read("fine", serverId, { from: covered, to: last, limit: 1 });
      if (!next) break;
      covered = slotEnd(next.t, step);
      const rows = store.read("fine", serverId, {
        from: covered - step,
        to: covered,
        limit: MAX_ROWS,
      });
      store.write("coarse", [toRow(serverId, covered, joinDeltas(rows.map(toDelta)), next.layout)]);
      yield;
    }
  }
}

function toDelta({ layout, bytes }: Row): Delta {
  return { ...unpack(layout, bytes), restarted: false, models: [] };
}

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

const DAY_MS = 86_400_000;

const KEPT_MS: Readonly<Record<Grain, number>> = { fine: DAY_MS, coarse: 30 * DAY_MS };

/** When space runs out, a twentieth of a table's oldest rows is dropped at once, and at least 100. */
const SHARE = 20;
const LEAST = 100;
const AT_ONCE = 2000;
/** The share of the limit that 5-minute rows may take from 10-second rows. */
const COARSE_SHARE = 0.5;

/**
 * Drops rows that are too old, then the oldest above the limit: 10-second rows, unless 5-minute rows take more than
 * half of it. Yields between steps, each of which takes milliseconds.
 */
export function* retain(store: HistoryStore, now: number, limitBytes: number): Generator<void> {
  let dropped = 0;
  for (const grain of ["fine", "coarse"] as const) {
    for (;;) {
      const gone = store.dropBefore(grain, now - KEPT_MS[grain], AT_ONCE);
      dropped += gone;
      yield;
      if (gone < AT_ONCE) break;
    }
  }
  while (store.size() > limitBytes) {
    const coarse = store.weight("coarse") > COARSE_SHARE * limitBytes || store.count("fine") === 0;
    const grain = coarse ? "coarse" : "fine";
    const share = Math.ceil(store.count(grain) / SHARE);
    const gone = store.dropOldest(grain, Math.min(AT_ONCE, Math.max(LEAST, share)));
    dropped += gone;
    yield;
    if (gone === 0) break;
  }
  if (dropped > 0) store.tidy();
}
