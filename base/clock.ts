import { contained } from "./faults.ts";

/** Time, injected so that tests can control it. */
export interface Clock {
  /** ms since the epoch */
  now(): number;
  /** ms from an arbitrary start, never set back */
  monotonic(): number;
  /** Calls `work` after `ms`; disposing cancels it. */
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

/**
 * The system's clock for one component of the host: errors thrown by timers are that component's
 * faults.
 */
export function clockFor(part: string): Clock {
  return {
    ...systemClock,
    after: (ms, work) => systemClock.after(ms, () => contained(part, work)),
  };
}
