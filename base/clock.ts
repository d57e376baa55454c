import { contained } from "./faults.ts";

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

/** The system's clock for one part of the host: what a timer's work throws is a fault of that part. */
export function clockFor(part: string): Clock {
  return {
    ...systemClock,
    after: (ms, work) => systemClock.after(ms, () => contained(part, work)),
  };
}
