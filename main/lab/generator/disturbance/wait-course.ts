import type { Sample } from "./samples.ts";

/** A thread that wakes on an idle CPU is counted as waiting, too: at most this long each time, ms. */
const MAX_WAKE_MS = 0.1;

/** Share of the time between two samples; rounding leaves less than all of it. */
const ALL_TIME = 0.99;

/** Waits for a CPU over time, beyond those of waking up, spread evenly between samples. Needs two samples. */
export class WaitCourse {
  readonly #at: Float64Array;
  readonly #waited: Float64Array;

  constructor(samples: readonly Sample[], waits: keyof Sample, slices: keyof Sample) {
    this.#at = Float64Array.from(samples, ({ at }) => at);
    this.#waited = new Float64Array(samples.length);
    const wakeMs = usualWakeMs(samples, waits, slices);
    const counted = this.#waited;
    for (let i = 1; i < samples.length; i++) {
      const [before, now] = [samples[i - 1] as Sample, samples[i] as Sample];
      let waited = now[waits] - before[waits] - wakeMs * (now[slices] - before[slices]);
      // A wait is reported when it ends, and may have begun before the last sample, if no thread began to run in between.
      for (let j = i; j > 0 && waited > 0; j--) {
        const [from, to] = [samples[j - 1] as Sample, samples[j] as Sample];
        if (j < i && to[slices] > from[slices]) break;
        // Threads that wait at the same time delay a response no longer than the elapsed time.
        const most = Math.min(waited, to.at - from.at - (counted[j] as number));
        counted[j] = (counted[j] as number) + most;
        waited -= most;
      }
    }
    for (let i = 1; i < counted.length; i++)
      counted[i] = (counted[i] as number) + (counted[i - 1] as number);
  }

  between(from: number, until: number): number {
    return Math.max(0, this.#until(until) - this.#until(from));
  }

  /** Within the samples next to an instant, and before them without a break. */
  around(at: number): number {
    const last = this.#after(at);
    let first = last;
    if (this.#before(last) > 0) {
      while (first > 1 && (this.#isFull(first - 1) || (first < last && this.#isFull(first))))
        first--;
    }
    return (this.#waited[last] as number) - (this.#waited[first - 1] as number);
  }

  /** The wait since the sample before this one. */
  #before(sample: number): number {
    return (this.#waited[sample] as number) - (this.#waited[sample - 1] as number);
  }

  #isFull(sample: number): boolean {
    const elapsed = (this.#at[sample] as number) - (this.#at[sample - 1] as number);
    return this.#before(sample) > ALL_TIME * elapsed;
  }

  /** The first sample after an instant, at least the second. */
  #after(at: number): number {
    const times = this.#at;
    let low = 0;
    let high = times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((times[middle] as number) <= at) low = middle;
      else high = middle;
    }
    return high;
  }

  #until(at: number): number {
    const times = this.#at;
    const last = times.length - 1;
    if (at <= (times[0] as number)) return 0;
    if (at >= (times[last] as number)) return this.#waited[last] as number;
    const high = this.#after(at);
    const [from, to] = [times[high - 1] as number, times[high] as number];
    const [before, after] = [this.#waited[high - 1] as number, this.#waited[high] as number];
    return before + ((at - from) / (to - from)) * (after - before);
  }
}

/** What a thread usually waits each time it begins to run, ms: the median of the samples in which any did. */
function usualWakeMs(
  samples: readonly Sample[],
  waits: keyof Sample,
  slices: keyof Sample,
): number {
  const each: number[] = [];
  for (let i = 1; i < samples.length; i++) {
    const [before, now] = [samples[i - 1] as Sample, samples[i] as Sample];
    const times = now[slices] - before[slices];
    if (times > 0) each.push((now[waits] - before[waits]) / times);
  }
  each.sort((a, b) => a - b);
  return Math.min(MAX_WAKE_MS, each[each.length >> 1] ?? MAX_WAKE_MS);
}
