/** Time, passed in so that tests can hold it in their hands. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
  /** ms from any start, never set back */
  monotonic(): number;
  /** Calls `work` after `ms`; disposing calls it off. */
  after(ms: number, work: () => void): Disposable;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return { [Symbol.dispose]: () => clearTimeout(timer) };
  },
};
