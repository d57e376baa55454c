import type { Span } from "./samples.ts";

const SECOND = 1000;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900].map((seconds) => seconds * SECOND);
const WANTED = 6;

/** Round times within a span, about six: they move with the data instead of jumping. */
export function timeTicks([from, to]: Span): number[] {
  const step = steps.find((each) => (to - from) / each <= WANTED) ?? 3600 * SECOND;
  const ticks: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) ticks.push(t);
  return ticks;
}
