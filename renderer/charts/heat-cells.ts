import type { Span } from "./samples.ts";

/** Latencies of requests that ended in a window of a run, as a histogram. */
export interface HeatWindow {
  /** Its start, seconds from the start of the run. */
  readonly t: number;
  readonly seconds: number;
  readonly cells: readonly (readonly [bucket: number, count: number])[];
}

/** A bucket's edges, ms. */
export type BucketBounds = (bucket: number) => readonly [lowMs: number, highMs: number];

export interface HeatGrid {
  /** Seconds; column i lies between edges i and i + 1. */
  readonly columns: readonly Span[];
  /** ms, ascending. */
  readonly rows: readonly Span[];
  /** [column, row, count], counts above 0 alone. */
  readonly cells: readonly (readonly [column: number, row: number, count: number])[];
  readonly most: number;
}

const MAX_COLUMNS = 300;
const MAX_ROWS = 60;

/** Windows as a grid small enough to draw: neighbouring windows and latency buckets are added up. */
export function heatGrid(windows: readonly HeatWindow[], boundsOf: BucketBounds): HeatGrid {
  const rows = heatRows(windows, boundsOf);
  const each = Math.max(1, Math.ceil(windows.length / MAX_COLUMNS));
  const columns: Span[] = [];
  const cells: (readonly [number, number, number])[] = [];
  for (let first = 0; first < windows.length; first += each) {
    const merged = windows.slice(first, first + each);
    const [begin, end] = [merged[0], merged.at(-1)];
    if (!begin || !end) continue;
    const counts = new Map<number, number>();
    for (const [bucket, count] of merged.flatMap((window) => window.cells)) {
      const row = findRow(rows, boundsOf(bucket));
      if (count > 0) counts.set(row, (counts.get(row) ?? 0) + count);
    }
    for (const [row, count] of counts) cells.push([columns.length, row, count]);
    columns.push([begin.t, end.t + end.seconds]);
  }
  return { columns, rows, cells, most: cells.reduce((most, [, , n]) => Math.max(most, n), 0) };
}

/** All buckets from the lowest to the highest used; if there are many, steps of equal height. */
function heatRows(windows: readonly HeatWindow[], boundsOf: BucketBounds): Span[] {
  const used = windows.flatMap(({ cells }) => cells.filter(([, n]) => n > 0).map(([b]) => b));
  if (used.length === 0) return [];
  const first = used.reduce((least, bucket) => Math.min(least, bucket));
  const last = used.reduce((most, bucket) => Math.max(most, bucket));
  if (last - first < MAX_ROWS) {
    return Array.from({ length: last - first + 1 }, (_, index) => above0(boundsOf(first + index)));
  }
  const low = above0(boundsOf(first))[0];
  const ratio = (boundsOf(last)[1] / low) ** (1 / MAX_ROWS);
  return Array.from(
    { length: MAX_ROWS },
    (_, row): Span => [low * ratio ** row, low * ratio ** (row + 1)],
  );
}

/** A logarithmic axis has no 0. */
function above0([low, high]: readonly [number, number]): Span {
  return [low > 0 ? low : high / 2, high];
}

function findRow(rows: readonly Span[], bounds: readonly [number, number]): number {
  const [low, high] = above0(bounds);
  const middle = Math.sqrt(low * high);
  const row = rows.findIndex(([, to]) => middle < to);
  return row < 0 ? rows.length - 1 : row;
}

/** The step of a colour scale for a count: equal ratios are equal steps. 0 is the faintest. */
export function heatLevel(count: number, most: number, levels: number): number {
  if (most <= 1) return levels - 1;
  return Math.min(levels - 1, Math.floor((Math.log(count) / Math.log(most)) * (levels - 1) + 1e-9));
}

/** The least count of each step of the colour scale. */
export function levelCounts(most: number, levels: number): number[] {
  return Array.from({ length: levels }, (_, level) =>
    Math.ceil(most ** (level / (levels - 1)) - 1e-6),
  );
}
