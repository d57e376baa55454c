import type { Observer } from "../polling/observer.ts";
import type { Row } from "./recent.ts";

/** The stored intervals of servers. */
export interface Past {
  /** Intervals that end in (from, to], oldest first, not finer than `stepMs` if coarser ones exist. */
  rows(serverId: string, from: number, to: number, stepMs: number): Promise<Row[]>;
}

/** Intervals of a server that end in (from, to], from memory and disk. */
export type ReadRows = (
  observer: Observer,
  from: number,
  to: number,
  stepMs: number,
) => Promise<Row[]>;

/** The newest as observed, the others as stored. */
export function joinedRows(past: Past): ReadRows {
  return async (observer, from, to, stepMs) => {
    const { recent, server } = observer;
    const since = recent.since ?? Number.POSITIVE_INFINITY;
    const kept =
      from < since ? await past.rows(server.id, from, Math.min(to, since - 1), stepMs) : [];
    return [...kept, ...recent.between(from, to)];
  };
}
