import type { Trace, TracePart } from "./trace.ts";

/** The conversations of a part, in order of their first requests: conversation i has `rows` from `starts[i]` to `starts[i + 1]`. */
export interface PartSessions {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Requests without an id are conversations of one turn. Null for a trace without ids. */
export function partSessions(
  { sessions }: Pick<Trace, "sessions">,
  { first, end }: Pick<TracePart, "first" | "end">,
): PartSessions | null {
  if (sessions === null) return null;
  const places = new Map<number, number>();
  const lengths: number[] = [];
  const placeOfRow = new Uint32Array(end - first);
  for (let row = first; row < end; row++) {
    const session = sessions.of[row] as number;
    const known = session === -1 ? undefined : places.get(session);
    const place = known ?? lengths.push(0) - 1;
    if (session !== -1) places.set(session, place);
    lengths[place] = (lengths[place] as number) + 1;
    placeOfRow[row - first] = place;
  }
  const starts = new Uint32Array(lengths.length + 1);
  lengths.forEach((length, place) => {
    starts[place + 1] = (starts[place] as number) + length;
  });
  const next = starts.slice();
  const rows = new Uint32Array(end - first);
  placeOfRow.forEach((place, i) => {
    rows[next[place] as number] = first + i;
    next[place] = (next[place] as number) + 1;
  });
  return { starts, rows };
}
