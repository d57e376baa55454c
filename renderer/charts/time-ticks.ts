import { formatClock } from "../format/time.ts";
import type { Span } from "./samples.ts";

const SECOND = 1000;
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900].map((seconds) => seconds * SECOND),
];
const WANTED = 6;

function stepOf([from, to]: Span): number {
  return steps.find((each) => (to - from) / each <= WANTED) ?? 3600 * SECOND;
}

/** Round times within a span, about six: they move with the data instead of jumping. */
export function timeTicks(span: Span): number[] {
  const [from, to] = span;
  const step = stepOf(span);
  const ticks: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) ticks.push(t);
  return ticks;
}

/** Time of day, with as many decimals as the ticks of a span need: 14:03:22, 14:03:22.35. */
export function tickText(span: Span): (time: number) => string {
  const step = stepOf(span);
  if (step >= SECOND) return formatClock;
  const decimals = step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return (time) => {
    const fraction = (((time % SECOND) + SECOND) % SECOND) / SECOND;
    return `${formatClock(Math.floor(time / SECOND) * SECOND)}${fraction.toFixed(decimals).slice(1)}`;
  };
}
