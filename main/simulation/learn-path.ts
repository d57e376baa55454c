import type { Pauses } from "./simulate.ts";

/** What one client saw, which never waits for another. Times in ns. */
export interface OneClient {
  /** From sending to the response, a sample. */
  readonly responses: readonly number[];
  /** Of its batches, a sample; a server that reports them may do so in another run. */
  readonly batches: readonly number[];
  /** Mean time of the responses outside of queue and batch. */
  readonly outsideNs: number;
}

/** A request's way outside of queue and batch. */
export interface Path {
  readonly overheadNs: number;
  readonly pauses: Pauses;
}

const MIN_PAUSES = 5;

/**
 * The usual way, and the pauses that it met: how often responses took longer than usual by more than the way, those left
 * out that a batch as long explains (rule SIM-16).
 */
export function learnPath({ responses, batches, outsideNs }: OneClient): Path {
  const [all, ran] = [responses.toSorted(ascending), batches.toSorted(ascending)];
  const least = outsideNs > 0 ? outsideNs : 0;
  const over = (sorted: readonly number[]) => {
    const usual = median(sorted);
    return sorted.map((ns) => ns - usual).filter((ns) => ns > least);
  };
  const left = over(all);
  const perBatch = all.length / ran.length;
  const explained = over(ran);
  for (let rank = explained.length - 1; rank >= 0; rank--) {
    // Of `ran`, as many as there are of `all`.
    const [from, until] = [rank, rank + 1].map((each) => Math.round(each * perBatch));
    for (let i = from as number; i < (until as number); i++)
      remove(left, explained[rank] as number);
  }
  if (left.length < MIN_PAUSES) return { overheadNs: least, pauses: { share: 0, ns: [] } };
  const pausedNs = left.reduce((sum, ns) => sum + ns, 0) / all.length;
  // Each request wakes the front end twice.
  const pauses = { share: left.length / all.length / 2, ns: left };
  return { overheadNs: Math.max(0, least - pausedNs), pauses };
}

/** Of ascending times the first that is at least as long. */
function remove(times: number[], ns: number): void {
  const at = times.findIndex((each) => each >= ns);
  if (at >= 0) times.splice(at, 1);
}

const ascending = (a: number, b: number) => a - b;
const median = (sorted: readonly number[]) => sorted[sorted.length >> 1] ?? 0;
