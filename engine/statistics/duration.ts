import type { StatisticDuration } from "../types.ts";

export const zero = (): StatisticDuration => ({ count: 0, ns: 0 });

/** Ignores negative durations: the clocks of other threads may differ slightly. */
export function add(duration: StatisticDuration, ns: number): void {
  duration.count += 1;
  duration.ns += Math.max(0, ns);
}

export function copyDuration({ count, ns }: StatisticDuration): StatisticDuration {
  return { count, ns };
}
