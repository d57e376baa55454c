import type { ModelSample } from "../../main/contract/index.ts";

export type Span = readonly [from: number, to: number];

export type BatchCounts = readonly (readonly [size: number, executions: number])[];

const SHORTEST_MS = 1000;

/**
 * A span `factor` times as long in which `still` stays in place; it is at most `longest` ms long and does not reach further
 * past `newest`.
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

/** What lies in a span, times ascending, and one on either side so that lines reach the edges. */
export function within<T extends { readonly t: number }>(all: readonly T[], [from, to]: Span): T[] {
  const first = all.findIndex(({ t }) => t >= from);
  if (first < 0) return [];
  const last = all.findLastIndex(({ t }) => t <= to);
  return all.slice(Math.max(0, first - 1), last + 2);
}

/**
 * History and what came live as one list. Live samples from before the history stay: a host that was started again has no
 * longer the history that the page still has.
 */
export function joinSamples(
  history: readonly ModelSample[],
  live: readonly ModelSample[],
): readonly ModelSample[] {
  const [first] = history;
  if (!first) return live;
  const from = startOf(first);
  const known = history.at(-1)?.t ?? first.t;
  const before = live.filter((each) => each.t <= from + JITTER_MS && each.t < first.t);
  const after = live.filter((each) => each.t > known);
  return before.length + after.length === 0 ? history : [...before, ...history, ...after];
}

/** Clocks and timers differ by as much. */
const JITTER_MS = 500;

/** Intervals that begin this much after the last one ended leave a gap. */
const GAP_MS = 1500;

const startOf = ({ t, seconds }: ModelSample) => t - seconds * 1000;

/** Where nothing was observed between samples: from the end of one to the beginning of the next. */
export function gapsBetween(samples: readonly ModelSample[]): Span[] {
  return samples.flatMap((sample, index) => {
    const before = samples[index - 1];
    if (!before || startOf(sample) - before.t <= GAP_MS) return [];
    return [[before.t, startOf(sample)] as const];
  });
}

/** Executions by batch size over several samples, sizes ascending. */
export function sumBatches(samples: readonly ModelSample[]): BatchCounts {
  const counts = new Map<number, number>();
  for (const { batches } of samples) {
    for (const [size, count] of batches) counts.set(size, (counts.get(size) ?? 0) + count);
  }
  return [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
}
