/**
 * Time as the engine sees it, which schedules in ns and by turns of the event loop where `base/clock.ts` has ms.
 * Durations and stamps are nanoseconds; tests pass a virtual clock.
 */
export interface EngineClock {
  /** Monotonic ns. Comparable across the threads of the process. */
  now(): number;
  /**
   * Runs `task` once, `delayNs` from now; the returned function cancels it. A coarse timer may fire a
   * millisecond late, costs nothing while it waits and does not keep the process alive.
   */
  setTimer(delayNs: number, task: () => void, coarse?: boolean): () => void;
  /** Runs `task` after this turn of the event loop has delivered all arrivals. */
  defer(task: () => void): void;
}

/** Below this, timers of the event loop (1 ms steps) are too coarse, and waiting in turn is cheap enough. */
const FINE_NS = 2_000_000;

/** Max delay of a timer, about 25 days; with a longer one it would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

export const engineClock: EngineClock = {
  now: () => Number(process.hrtime.bigint()),

  setTimer(delayNs, task, coarse = false) {
    if (coarse || delayNs >= FINE_NS) {
      const timeout = setTimeout(task, Math.min(LONGEST_MS, Math.ceil(delayNs / 1e6)));
      if (coarse) timeout.unref();
      return () => clearTimeout(timeout);
    }
    const due = engineClock.now() + delayNs;
    let turn: NodeJS.Immediate;
    const check = () => {
      if (engineClock.now() >= due) task();
      else turn = setImmediate(check);
    };
    turn = setImmediate(check);
    return () => clearImmediate(turn);
  },

  defer: (task) => void setImmediate(task),
};
