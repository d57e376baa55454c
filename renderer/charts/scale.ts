import type { Span } from "./samples.ts";
import {
  linearTicks,
  logTicks,
  MAX_STEPS,
  multiplesWithin,
  percentileTicks,
  roundStep,
} from "./ticks.ts";

/** Converts between values and their position on an axis: 0 at its start, 1 at its end. */
export interface Scale {
  readonly span: Span;
  /** Values with a label, ascending, within the span. */
  readonly ticks: readonly number[];
  /** Outside 0..1 for values outside the span. */
  readonly share: (value: number) => number;
  readonly at: (share: number) => number;
  /** Equal ratios are equally wide. */
  readonly isLog?: boolean;
  /** Of items, each one unit wide. */
  readonly isBand?: boolean;
}

interface Bend {
  readonly bend: (value: number) => number;
  readonly unbend: (bent: number) => number;
}

function bentScale([from, to]: Span, { bend, unbend }: Bend, ticks: readonly number[]): Scale {
  const [low, high] = [bend(from), bend(to)];
  const length = high - low || 1;
  const slack = length * 1e-9;
  return {
    span: [from, to],
    ticks: ticks.filter((tick) => bend(tick) >= low - slack && bend(tick) <= high + slack),
    share: (value) => (bend(value) - low) / length,
    at: (share) => unbend(low + share * length),
  };
}

/** Ticks at three to eight round values. */
export function linearScale(span: Span): Scale {
  const straight = { bend: (value: number) => value, unbend: (bent: number) => bent };
  return bentScale(span, straight, linearTicks(span));
}

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

/** Seconds of a run; long runs have ticks at parts of minutes and hours. */
export function secondsScale(span: Span): Scale {
  const least = (span[1] - span[0]) / MAX_STEPS;
  const step = least > 0.5 ? SECONDS.find((each) => each >= least) : undefined;
  const scale = linearScale(span);
  return step === undefined ? scale : { ...scale, ticks: multiplesWithin(span, step) };
}

/** For values above 0: ticks at 1, 2 and 5 over a few decades, at decades over many. */
export function logScale(span: Span): Scale {
  const bend = { bend: Math.log10, unbend: (bent: number) => 10 ** bent };
  return { ...bentScale(span, bend, logTicks(span)), isLog: true };
}

/** Percentiles 0..100 on the logarithm of the share above them: each further nine is equally wide. */
export function percentileScale(span: Span): Scale {
  const nines = { bend: (p: number) => -Math.log10(1 - p / 100), unbend: unbendNines };
  return bentScale(span, nines, percentileTicks(span));
}

const unbendNines = (bent: number) => 100 * (1 - 10 ** -bent);

/** One position per item with a tick in its middle; numbered from 0. */
export function bandScale([from, to]: Span): Scale {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  const straight = { bend: (value: number) => value, unbend: (bent: number) => bent };
  return { ...bentScale([from, to], straight, ticks), isBand: true };
}

/** The items in a span of the x axis; all of them if it contains none, so that a line between two items keeps its y axis. */
export function inSight<T>(
  items: readonly T[],
  readX: (item: T) => number,
  span: Span,
): readonly T[] {
  const within = items.filter((item) => readX(item) >= span[0] && readX(item) <= span[1]);
  return within.length > 0 ? within : items;
}

/**
 * A value axis from 0 to the first of its four to eight ticks that isn't less than the largest value. Ignores invalid
 * values; `whole`: ticks only at whole numbers, possibly just two.
 */
export function fromZero(
  values: readonly (number | null | undefined)[],
  { whole = false }: { whole?: boolean } = {},
): Scale {
  const top = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  const step = Math.max(roundStep(top, MAX_VALUE_STEPS), whole ? 1 : 0);
  const end = Math.max(1, Math.ceil(top / step - 1e-9)) * step;
  return { ...linearScale([0, end]), ticks: multiplesWithin([0, end], step) };
}

const MAX_VALUE_STEPS = 7;

/** A logarithmic value axis around all values above 0. */
export function aroundLog(values: readonly (number | null | undefined)[]): Scale {
  const positive = values.filter((value): value is number => (value ?? 0) > 0);
  const low = positive.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = positive.reduce((most, value) => Math.max(most, value), 0);
  if (high === 0) return logScale([0.1, 10]);
  return logScale([low / 1.3, high * 1.3]);
}

/** A value axis that leaves a share of the plot's bottom free. */
export function lifted(scale: Scale, foot: number): Scale {
  return {
    ...scale,
    share: (value) => foot + scale.share(value) * (1 - foot),
    at: (share) => scale.at((share - foot) / (1 - foot)),
  };
}

/** Room around a plot for its axes, px. */
export interface Room {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The plot area, px, from its upper left corner. */
export interface Area {
  readonly width: number;
  readonly height: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function areaFor(size: Pick<Area, "width" | "height">, x: Scale, y: Scale): Area {
  return {
    ...size,
    x: (value) => x.share(value) * size.width,
    y: (value) => (1 - y.share(value)) * size.height,
  };
}

/** Round changes of a few percent; from about a factor of two on, powers of two read better. */
const STEPS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2];
const MAX_TICKS = 7;

/** Relative changes above −1 on the logarithm of their ratio: equal ratios are equally wide. */
export function ratioScale(span: Span): Scale {
  const [low, high] = [Math.log1p(span[0]), Math.log1p(span[1])];
  const length = high - low || 1;
  return {
    span,
    ticks: ticksWithin(span),
    share: (value) => (Math.log1p(Math.max(value, -1 + 1e-9)) - low) / length,
    at: (share) => Math.expm1(low + share * length),
  };
}

function ticksWithin([from, to]: Span): number[] {
  const step = STEPS.find((each) => (to - from) / each <= MAX_TICKS);
  if (step !== undefined) {
    const first = Math.ceil(from / step - 1e-9);
    const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
    return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(6)));
  }
  const [first, last] = [Math.log2(1 + from), Math.log2(1 + to)];
  const every = Math.max(1, Math.ceil((last - first) / MAX_TICKS));
  const powers = [];
  for (let power = Math.ceil(first / every) * every; power <= last; power += every) {
    powers.push(2 ** power - 1);
  }
  return powers;
}
