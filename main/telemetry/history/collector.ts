import { addBreakdowns } from "../delta/breakdown.ts";
import type { Delta } from "../delta/delta.ts";
import type { DeltaPart } from "../delta/delta-part.ts";
import { joinDeltas } from "../delta/merge.ts";
import type { Layout } from "../series/packing/layout.ts";
import { pack } from "../series/packing/pack.ts";
import { layouts } from "../series/recent.ts";
import { type ServerRow, STEP_MS } from "./history-store.ts";

interface Open {
  readonly end: number;
  readonly deltas: Delta[];
}

/** Merges the polls of each server to rows of 10 s. */
export class Collector {
  readonly #open = new Map<string, Open>();
  #layout: Layout | null = null;
  readonly #finished: { serverId: string; t: number; deltas: readonly Delta[] }[] = [];

  add(serverId: string, t: number, delta: Delta): void {
    const end = slotEnd(t, STEP_MS.fine);
    const open = this.#open.get(serverId);
    if (open?.end === end) return void open.deltas.push(delta);
    if (open) this.#finish(serverId, open);
    this.#open.set(serverId, { end, deltas: [delta] });
  }

  /** Number of finished rows. */
  get ready(): number {
    return this.#finished.length;
  }

  /** Closes the slots that ended before `now`. */
  endBefore(now: number): void {
    for (const [serverId, open] of this.#open) {
      if (open.end >= now) continue;
      this.#finish(serverId, open);
      this.#open.delete(serverId);
    }
  }

  /** The finished rows, oldest first, at most `count`. */
  take(count: number): ServerRow[] {
    return this.#finished.splice(0, count).map(({ serverId, t, deltas }) => {
      const whole = joinDeltas(deltas);
      const row = toRow(
        serverId,
        t,
        { ...whole, parts: whole.parts.map(asOneReading) },
        this.#layout,
      );
      this.#layout = row.layout;
      return row;
    });
  }

  #finish(serverId: string, { end, deltas }: Open): void {
    this.#finished.push({ serverId, t: end, deltas });
  }
}

/** A gauge has the same weight in every row, however often the server was polled. */
function asOneReading(part: DeltaPart): DeltaPart {
  if (part.form !== "gauge" || part.readings === 0) return part;
  const weight = 1 / part.readings;
  return {
    ...part,
    sum: part.sum * weight,
    readings: 1,
    ...addBreakdowns([{ by: part.by, weight }]),
  };
}

/** Polls merged, at the end of the slot. `last`: the layout that most likely fits. */
export function toRow(serverId: string, t: number, whole: Delta, last: Layout | null): ServerRow {
  return { serverId, t, layout: layouts.of(whole.parts, last), bytes: pack(whole) };
}

/** End of the slot of an interval that ends at `t`. */
export function slotEnd(t: number, stepMs: number): number {
  return Math.ceil(t / stepMs) * stepMs;
}
