import type { Grain, HistoryStore } from "./history-store.ts";

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
