import type { Pauses } from "./front-end.ts";

/** Figures of a single client, which never waits for another. Times in ns. */
export interface OneClient {
  /** From sending to the response, a sample. */
  readonly responses: readonly number[];
  /** Times of its batches, a sample; they may come from another run. */
  readonly batches: readonly number[];
  /** Mean time of the responses outside of queue and batch. */
  readonly outsideNs: number;
}

/** A request's overhead outside of queue and batch. */
export interface Path {
  readonly overheadNs: number;
  readonly pauses: Pauses;
}

const MIN_PAUSES = 5;
const NO_PAUSES: Pauses = { share: 0, ns: [] };

/**
 * The usual overhead, and the pauses: how often responses exceeded the median by more than the overhead without an equally
 * slow batch to explain it (SIM-16).
 */
export function learnPath({ responses, batches, outsideNs }: OneClient): Path {
  // Without overhead, every second response would count as a pause.
  if (!(outsideNs > 0)) return { overheadNs: 0, pauses: NO_PAUSES };
  const [all, ran] = [responses.toSorted(ascending), batches.toSorted(ascending)];
  const over = (sorted: readonly number[]) => {
    const usual = median(sorted);
    return sorted.map((ns) => ns - usual).filter((ns) => ns > outsideNs);
  };
  const left = over(all);
  const perBatch = all.length / ran.length;
  const explained = over(ran);
  for (let rank = explained.length - 1; rank >= 0; rank--) {
    // Scales the number of `ran` to that of `all`.
    const [from, until] = [rank, rank + 1].map((each) => Math.round(each * perBatch));
    for (let i = from as number; i < (until as number); i++)
      remove(left, explained[rank] as number);
  }
  if (left.length < MIN_PAUSES) return { overheadNs: outsideNs, pauses: NO_PAUSES };
  const pausedNs = left.reduce((sum, ns) => sum + ns, 0) / all.length;
  // Each request wakes the front end twice.
  const pauses = { share: left.length / all.length / 2, ns: left };
  return { overheadNs: Math.max(0, outsideNs - pausedNs), pauses };
}

/** Removes the first of the ascending times that is at least as long. */
function remove(times: number[], ns: number): void {
  const at = times.findIndex((each) => each >= ns);
  if (at >= 0) times.splice(at, 1);
}

const ascending = (a: number, b: number) => a - b;
const median = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? 0;
