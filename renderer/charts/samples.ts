import type { SeriesInterval } from "../../main/contract/index.ts";
import type { OriginSpan, SeriesPoint } from "./series-data.ts";

export type Span = readonly [from: number, to: number];

export type BatchCounts = readonly (readonly [size: number, executions: number])[];

const SHORTEST_MS = 1000;

/**
 * A span `factor` times as long in which `still` keeps its position, at most `longest` ms long and not beyond
 * `newest`.
 */
export function scaledSpan(
  [from, to]: Span,
  factor: number,
  still: number,
  { newest, longest }: { readonly newest: number; readonly longest: number },
): Span {
  const length = Math.min(Math.max((to - from) * factor, SHORTEST_MS), longest);
  const end = still + ((to - still) / (to - from)) * length;
  const last = Math.min(end, Math.max(to, newest));
  return [last - length, last];
}

/** Points in a span, times ascending, and one on each side so that lines reach the edges. */
export function within<T extends { readonly t: number }>(all: readonly T[], [from, to]: Span): T[] {
  const first = all.findIndex(({ t }) => t >= from);
  if (first < 0) return [];
  const last = all.findLastIndex(({ t }) => t <= to);
  return all.slice(Math.max(0, first - 1), last + 2);
}

/**
 * History and live intervals as one list. Live intervals from before the history stay: a restarted host may no longer
 * have the history that the page still has.
 */
export function joinIntervals(
  history: readonly SeriesInterval[],
  live: readonly SeriesInterval[],
): readonly SeriesInterval[] {
  const [first] = history;
  if (!first) return withGaps(live);
  const known = history.at(-1)?.t ?? first.t;
  const before = live.filter((each) => each.t <= first.from + JITTER_MS && each.t < first.t);
  const after = live.filter((each) => each.t > known);
  if (before.length + after.length === 0) return history;
  return [...withGaps(before), ...history, ...withGaps(after, known)];
}

/** Clocks and timers may differ by this much. */
const JITTER_MS = 500;

/** Live intervals that start this much after the previous one ended leave a gap. */
const GAP_MS = 1500;

/** Start of the newest live interval and of those before it without a gap, ms since the epoch; null without any. */
export function liveSince(live: readonly SeriesInterval[]): number | null {
  const first = live.findLastIndex(
    ({ from }, index) => from - (live[index - 1]?.t ?? Number.NEGATIVE_INFINITY) > GAP_MS,
  );
  return live[first]?.from ?? null;
}

/** Live intervals, with an empty one where a gap ends. `last`: when the one before them ended. */
function withGaps(live: readonly SeriesInterval[], last?: number): readonly SeriesInterval[] {
  let before = last;
  return live.flatMap((each) => {
    const ended = before;
    before = each.t;
    if (ended === undefined || each.from - ended <= GAP_MS) return [each];
    return [{ from: ended, t: each.from, values: [] }, each];
  });
}

/** One figure of intervals, as points; a gap is a point without a value. */
export function seriesPoints(intervals: readonly SeriesInterval[], index: number): SeriesPoint[] {
  return intervals.map(({ t, values }) => ({ t, ...(values[index] ?? NOTHING) }));
}

const NOTHING = { value: null, least: null, most: null };

/** Spans of intervals that follow one another and were recorded at the same place elsewhere. */
export function originSpans(intervals: readonly SeriesInterval[]): OriginSpan[] {
  const spans: OriginSpan[] = [];
  for (const { from, t, origin } of intervals) {
    const last = spans.at(-1);
    if (origin === undefined) continue;
    if (last?.origin === origin && from - last.to < JOINED_MS)
      spans[spans.length - 1] = { ...last, to: t };
    else spans.push({ from, to: t, origin });
  }
  return spans;
}

/** Recorded spans with a smaller gap are merged. */
const JOINED_MS = 1000;

/** The sum of all points by batch size, sizes ascending. */
export function sumBreakdowns(points: readonly Pick<SeriesPoint, "by">[]): BatchCounts {
  const counts = new Map<number, number>();
  for (const { by = [] } of points)
    for (const [size, count] of by) counts.set(size, (counts.get(size) ?? 0) + count);
  return [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
}
