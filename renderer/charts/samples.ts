import type { ModelSample } from "../../main/contract/index.ts";

export type Span = readonly [from: number, to: number];

export type BatchCounts = readonly (readonly [size: number, executions: number])[];

/** The sample whose interval lies nearest to an instant; undefined when there are none. Times ascend. */
export function sampleAt(samples: readonly ModelSample[], time: number): ModelSample | undefined {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle]?.t ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [samples[low - 1], samples[low]];
  if (!before || !after) return before ?? after;
  return time - before.t < after.t - time ? before : after;
}

const SHORTEST_MS = 1000;
const LONGEST_MS = 30 * 60_000;

/** A span `factor` times as long in which `still` stays in place; it does not reach further past `newest`. */
export function scaledSpan([from, to]: Span, factor: number, still: number, newest: number): Span {
  const length = Math.min(Math.max((to - from) * factor, SHORTEST_MS), LONGEST_MS);
  const end = still + ((to - still) / (to - from)) * length;
  const last = Math.min(end, Math.max(to, newest));
  return [last - length, last];
}

/** The samples of a span, and one on either side so that lines reach the edges. */
export function samplesWithin(samples: readonly ModelSample[], [from, to]: Span): ModelSample[] {
  const first = samples.findIndex((each) => each.t >= from);
  if (first < 0) return [];
  const last = samples.findLastIndex((each) => each.t <= to);
  return samples.slice(Math.max(0, first - 1), last + 2);
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
