import type { Delta } from "../delta/delta.ts";
import { type Layout, Layouts } from "./packing/layout.ts";
import { pack } from "./packing/pack.ts";

/** One interval, packed. */
export interface Row {
  /** End of the interval, ms since the epoch. */
  readonly t: number;
  readonly layout: Layout;
  readonly bytes: Uint8Array;
  /** Where it was recorded; left out: here. */
  readonly origin?: string;
}

/** The layouts shared by all observed servers. */
export const layouts = new Layouts();

const KEPT_MS = 15 * 60_000;
/** For an unwatched server. */
const KEPT_UNSEEN_MS = 2 * 60_000;
const MAX_ROWS = 600;

/** The newest intervals of one server as observed: a quarter of an hour, or two minutes; at most 600. */
export class Recent {
  readonly #rows: Row[] = [];

  /** `seen`: whether anyone has watched the server. */
  add(t: number, delta: Delta, seen: boolean): void {
    const layout = layouts.of(delta.parts, this.#rows.at(-1)?.layout ?? null);
    this.#rows.push({ t, layout, bytes: pack(delta) });
    const kept = seen ? KEPT_MS : KEPT_UNSEEN_MS;
    let old = 0;
    while (old < this.#rows.length && (this.#rows[old]?.t ?? 0) <= t - kept) old++;
    old = Math.max(old, this.#rows.length - MAX_ROWS);
    if (old > 0) this.#rows.splice(0, old);
  }

  /** Intervals that end in (from, to], oldest first. */
  between(from: number, to: number): Row[] {
    return this.#rows.filter(({ t }) => t > from && t <= to);
  }

  /** End of the oldest; null if there is none. */
  get since(): number | null {
    return this.#rows[0]?.t ?? null;
  }
}
