import type { Delta } from "../delta/delta.ts";
import { joinDeltas } from "../delta/merge.ts";
import { unpack } from "../series/packing/pack.ts";
import type { Row } from "../series/recent.ts";
import { toRow, slotEnd } from "./collector.ts";
import { type HistoryStore, STEP_MS } from "./history-store.ts";

/** Five minutes have no more. */
const MOST_ROWS = 1000;

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
        limit: MOST_ROWS,
      });
      store.write("coarse", [toRow(serverId, covered, joinDeltas(rows.map(toDelta)), next.layout)]);
      yield;
    }
  }
}

function toDelta({ layout, bytes }: Row): Delta {
  return { ...unpack(layout, bytes), restarted: false, models: [] };
}
