import { formatClock } from "../format/time.ts";
import type { Span } from "./samples.ts";

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
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
  ...[0.5, 1, 2, 4, 6, 12].map((hours) => hours * HOUR),
];
const WANTED = 6;

function stepOf([from, to]: Span): number {
  return steps.find((each) => (to - from) / each <= WANTED) ?? DAY;
}

/** Round times within a span, about six: they move with the data instead of jumping. */
export function timeTicks(span: Span): number[] {
  const [from, to] = span;
  const step = stepOf(span);
  const ticks: number[] = [];
  for (let t = Math.ceil(from / step) * step; t <= to; t += step) ticks.push(t);
  return ticks;
}

const dayAndTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/**
 * Time of day, with as many decimals as the ticks of a span need: 14:03:22, 14:03:22.35; with its day where a span is
 * longer than one: 21 Nov, 14:00.
 */
export function tickText(span: Span): (time: number) => string {
  const step = stepOf(span);
  if (span[1] - span[0] > DAY) return (time) => dayAndTime.format(time);
  if (step >= SECOND) return formatClock;
  const decimals = step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return (time) => {
    const fraction = (((time % SECOND) + SECOND) % SECOND) / SECOND;
    return `${formatClock(Math.floor(time / SECOND) * SECOND)}${fraction.toFixed(decimals).slice(1)}`;
  };
}
