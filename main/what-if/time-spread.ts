/** Executions of one size that were reported together: their number, and the mean of their times, ns. */
interface Executions {
  readonly count: number;
  readonly ns: number;
}

/** Means of more executions vary with the machine rather than with single executions. */
const MAX_TOGETHER = 20;
/** Newest means per size. */
const MAX_KEPT = 100;
/** Means per size, and of all sizes together. */
const MIN_OF_SIZE = 10;
const MIN_EXECUTIONS = 50;
/** Median of a squared standard normal variable. */
const MEDIAN_SQUARE = 0.4549;
const MAX_VARIATION = 1;

/**
 * Variation of the times of batches of one size, from executions reported one by one or a few together: the mean of n has
 * the nth part of the variance. Uses medians, so that a pause of the machine doesn't count (SIM-14).
 */
export class TimeSpread {
  readonly #bySize = new Map<string, Executions[]>();

  /** `key`: executions with the same key can be compared. */
  add(key: string, { count, ns }: Executions): void {
    if (!(count >= 1 && count <= MAX_TOGETHER && ns > 0)) return;
    const all = this.#bySize.get(key) ?? [];
    this.#bySize.set(key, all);
    all.push({ count, ns });
    if (all.length > MAX_KEPT) all.shift();
  }

  /** Standard deviation as a share of the mean; null while too few are known. */
  get variation(): number | null {
    const squares = [...this.#bySize.values()]
      .filter((all) => all.length >= MIN_OF_SIZE)
      .flatMap((all) => {
        const usual = median(all.map(({ ns }) => ns));
        return all.map(({ count, ns }) => count * (ns / usual - 1) ** 2);
      });
    if (squares.length < MIN_EXECUTIONS) return null;
    return Math.min(MAX_VARIATION, Math.sqrt(median(squares) / MEDIAN_SQUARE));
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;
