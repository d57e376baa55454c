/** Executions of one size that were reported together: their number, and the mean of their times, ns. */
interface Executions {
  readonly count: number;
  readonly ns: number;
}

/** More executions together show the machine's own changes rather than how single ones vary. */
const MAX_TOGETHER = 20;
/** Of one size, the newest. */
const MAX_KEPT = 100;
/** Of one size, and of all together. */
const MIN_OF_SIZE = 10;
const MIN_EXECUTIONS = 50;
/** Median of a squared standard normal variable. */
const MEDIAN_SQUARE = 0.4549;
const MAX_VARIATION = 1;

/**
 * How much the times of batches of one size vary, from executions that were reported one by one or few together: the mean
 * of n varies by the nth part of the variance. By medians, so that a pause of the machine doesn't count (rule SIM-14).
 */
export class TimeSpread {
  readonly #bySize = new Map<string, Executions[]>();

  /** `key`: of executions that can be compared. */
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
