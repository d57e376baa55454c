import type { Delta } from "../delta/delta.ts";
import { type Layout, Layouts } from "./packing/layout.ts";
import { pack } from "./packing/pack.ts";

/** One interval, packed. */
export interface Row {
  /** When it ends, ms since the epoch. */
  readonly t: number;
  readonly layout: Layout;
  readonly bytes: Uint8Array;
  /** Where it was recorded; left out: here. */
  readonly origin?: string;
}

/** What layouts are shared by all servers that are observed. */
export const layouts = new Layouts();

const KEPT_MS = 15 * 60_000;
/** Of a server that is not watched. */
const KEPT_UNSEEN_MS = 2 * 60_000;
const MOST_ROWS = 600;

/** The newest intervals of one server as they were seen: a quarter of an hour, or two minutes; 600 of them at most. */
export class Recent {
  readonly #rows: Row[] = [];

  /** `seen`: whether anybody has looked at the server. */
  add(t: number, delta: Delta, seen: boolean): void {
    const layout = layouts.of(delta.parts, this.#rows.at(-1)?.layout ?? null);
    this.#rows.push({ t, layout, bytes: pack(delta) });
    const kept = seen ? KEPT_MS : KEPT_UNSEEN_MS;
    let old = 0;
    while (old < this.#rows.length && (this.#rows[old]?.t ?? 0) <= t - kept) old++;
    old = Math.max(old, this.#rows.length - MOST_ROWS);
    if (old > 0) this.#rows.splice(0, old);
  }

  /** Those that end in (from, to], oldest first. */
  between(from: number, to: number): Row[] {
    return this.#rows.filter(({ t }) => t > from && t <= to);
  }

  /** When the oldest of them ends; null where there is none. */
  get since(): number | null {
    return this.#rows[0]?.t ?? null;
  }
}
