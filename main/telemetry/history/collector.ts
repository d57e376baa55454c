import { addBreakdowns } from "../delta/breakdown.ts";
import type { Delta, DeltaPart } from "../delta/delta.ts";
import { joinDeltas } from "../delta/merge.ts";
import type { Layout } from "../series/packing/layout.ts";
import { pack } from "../series/packing/pack.ts";
import { layouts } from "../series/recent.ts";
import { type ServerRow, STEP_MS } from "./history-store.ts";

interface Open {
  readonly end: number;
  readonly deltas: Delta[];
}

/** Puts the answers of each server together to rows of 10 s. */
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

  /** How many rows are ready. */
  get ready(): number {
    return this.#finished.length;
  }

  /** Ends the slots that are over at `now`. */
  endBefore(now: number): void {
    for (const [serverId, open] of this.#open) {
      if (open.end >= now) continue;
      this.#finish(serverId, open);
      this.#open.delete(serverId);
    }
  }

  /** The rows that are ready, oldest first, at most `count`. */
  take(count: number): ServerRow[] {
    return this.#finished.splice(0, count).map(({ serverId, t, deltas }) => {
      const whole = joinDeltas(deltas);
      const row = rowOf(
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

/** A gauge weighs as much in one row as in another, however often the server was asked. */
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

/** Answers put together, as of the slot's end. `last`: the layout that most likely fits. */
export function rowOf(serverId: string, t: number, whole: Delta, last: Layout | null): ServerRow {
  return { serverId, t, layout: layouts.of(whole.parts, last), bytes: pack(whole) };
}

/** The end of the slot that an interval belongs to which ends at `t`. */
export function slotEnd(t: number, stepMs: number): number {
  return Math.ceil(t / stepMs) * stepMs;
}
