import { formatClock } from "../format/time.ts";
import type { Span } from "./samples.ts";
import { MAX_STEPS } from "./ticks.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Each at most 2.5 times the one before it. */
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
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 4, 7, 14, 28].map((days) => days * DAY),
];

const stepWithin = ([from, to]: Span): number =>
  steps.find((each) => each >= (to - from) / MAX_STEPS) ??
  Math.ceil((to - from) / MAX_STEPS / DAY / 28) * 28 * DAY;

/** Offset of local time from UTC, ms. */
const localOffset = (time: number) => -new Date(time).getTimezoneOffset() * MINUTE;

/** Three to eight round times of day within a span: they move with the data instead of jumping. */
export function timeTicks(span: Span): number[] {
  const [from, to] = span;
  const step = stepWithin(span);
  const ticks: number[] = [];
  const begin = Math.floor((from + localOffset(from)) / step) * step;
  for (let wall = begin; wall <= to + localOffset(to) + step; wall += step) {
    const guess = wall - localOffset(from);
    const tick = wall - localOffset(guess);
    if (tick >= from && tick <= to && tick > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY))
      ticks.push(tick);
  }
  return ticks;
}

const date = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;
const day = new Intl.DateTimeFormat("en-GB", date);
const dayAndTime = new Intl.DateTimeFormat("en-GB", { ...date, ...time });
const minute = new Intl.DateTimeFormat("en-GB", time);

/**
 * Time of day, as exact as the ticks of a span need: 14:03, 14:03:22, 14:03:22.35; with its day where a span is longer
 * than one: 21 Nov, 14:00.
 */
export function tickText(span: Span): (time: number) => string {
  const step = stepWithin(span);
  if (step >= DAY) return (time) => day.format(time);
  if (step >= MINUTE && span[1] - span[0] <= DAY) return (time) => minute.format(time);
  return instantText(span);
}

/** Any time in a span, precise enough to distinguish its ends, at least to the second within a day. */
export function instantText(span: Span): (time: number) => string {
  const step = stepWithin(span);
  if (span[1] - span[0] > DAY) return (time) => dayAndTime.format(time);
  if (step >= SECOND) return formatClock;
  const decimals = step >= 100 ? 1 : step >= 10 ? 2 : 3;
  return (time) => {
    const fraction = (((time % SECOND) + SECOND) % SECOND) / SECOND;
    return `${formatClock(Math.floor(time / SECOND) * SECOND)}${fraction.toFixed(decimals).slice(1)}`;
  };
}
