import { type Delta, joinDeltas, layouts, pack } from "../observation/index.ts";
import { type ServerRow, STEP_MS } from "./history-store.ts";

interface Open {
  readonly end: number;
  readonly deltas: Delta[];
}

/** Puts the answers of each server together to rows of 10 s. */
export class Collector {
  readonly #open = new Map<string, Open>();
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
    return this.#finished
      .splice(0, count)
      .map(({ serverId, t, deltas }) => rowOf(serverId, t, deltas));
  }

  #finish(serverId: string, { end, deltas }: Open): void {
    this.#finished.push({ serverId, t: end, deltas });
  }
}

/** Answers put together, as of the slot's end. */
export function rowOf(serverId: string, t: number, deltas: readonly Delta[]): ServerRow {
  const whole = joinDeltas(deltas);
  return { serverId, t, layout: layouts.of(whole.parts, null), bytes: pack(whole) };
}

/** The end of the slot that an interval belongs to which ends at `t`. */
export function slotEnd(t: number, stepMs: number): number {
  return Math.ceil(t / stepMs) * stepMs;
}
