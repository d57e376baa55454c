import type { Span } from "../samples.ts";

/** From values to their share of an axis, 0 at its beginning and 1 at its end, and back. */
export interface Scale {
  readonly span: Span;
  /** Values worth a label, ascending, within the span. */
  readonly ticks: readonly number[];
  /** Beyond 0..1 for values beyond the span. */
  readonly share: (value: number) => number;
  readonly at: (share: number) => number;
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

/** Ticks at about `wanted` round values. */
export function linearScale(span: Span, wanted = 6): Scale {
  const straight = { bend: (value: number) => value, unbend: (bent: number) => bent };
  return bentScale(span, straight, roundTicks(span, wanted));
}

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200];

/** Seconds of a run; from some on, ticks at parts of minutes and hours. */
export function secondsScale(span: Span, wanted = 8): Scale {
  const raw = (span[1] - span[0]) / wanted;
  const step = raw > 0.75 ? (SECONDS.find((each) => each * 1.4 >= raw) ?? 14_400) : null;
  if (step === null) return linearScale(span, wanted);
  const first = Math.ceil(span[0] / step);
  const count = Math.max(0, Math.floor(span[1] / step) - first + 1);
  return {
    ...linearScale(span),
    ticks: Array.from({ length: count }, (_, i) => (first + i) * step),
  };
}

/** For values above 0; ticks at 1, 2 and 5 of each decade, or at decades alone where there are many. */
export function logScale(span: Span): Scale {
  const [from, to] = span;
  const [first, last] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const of = last - first <= 3 ? [1, 2, 5] : [1];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    of.map((digit) => Number(`${digit}e${first + index}`)),
  ).flat();
  return bentScale(span, { bend: Math.log10, unbend: (bent) => 10 ** bent }, ticks);
}

/** Percentiles 0..100 by the logarithm of what lies above them: each step of one nine is as wide as the last. */
export function percentileScale(span: Span): Scale {
  const nines = { bend: (p: number) => -Math.log10(1 - p / 100), unbend: unbendNines };
  return bentScale(span, nines, [0, 50, 75, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 99.9999]);
}

const unbendNines = (bent: number) => 100 * (1 - 10 ** -bent);

/** One place per item, a tick in the middle of each; numbered from 0. */
export function bandScale([from, to]: Span): Scale {
  const [first, last] = [Math.ceil(from), Math.floor(to)];
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return bentScale([from, to], { bend: (value) => value, unbend: (bent) => bent }, ticks);
}

/** The items of a span of the x axis; where it holds none, all, so that the line between two has its axis. */
export function inSight<T>(
  items: readonly T[],
  xOf: (item: T) => number,
  span: Span,
): readonly T[] {
  const within = items.filter((item) => xOf(item) >= span[0] && xOf(item) <= span[1]);
  return within.length > 0 ? within : items;
}

/** A value axis that begins at 0 and ends at or above the largest value. Values that are none do not count. */
export function fromZero(values: readonly (number | null | undefined)[], wanted = 5): Scale {
  const top = values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0) || 1;
  const step = roundStep(top, wanted);
  return linearScale([0, Math.ceil(top / step - 1e-9) * step], wanted);
}

/** A logarithmic value axis around all values above 0. */
export function aroundLog(values: readonly (number | null | undefined)[]): Scale {
  const positive = values.filter((value): value is number => (value ?? 0) > 0);
  const low = positive.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = positive.reduce((most, value) => Math.max(most, value), 0);
  if (high === 0) return logScale([0.1, 10]);
  return logScale([low / 1.3, high * 1.3]);
}

function roundStep(length: number, wanted: number): number {
  const raw = length / wanted;
  const decade = 10 ** Math.floor(Math.log10(raw));
  // A few ticks more than wanted rather than half as many.
  const digit = [1, 2, 5, 10].find((each) => each * 1.4 * decade >= raw) ?? 10;
  return digit * decade;
}

function roundTicks([from, to]: Span, wanted: number): number[] {
  if (!(to > from)) return [from];
  const step = roundStep(to - from, wanted);
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  // Multiplied, never added up, and without the digits that only binary fractions have.
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** A value axis that leaves a share of the plot's foot free. */
export function lifted(scale: Scale, foot: number): Scale {
  return {
    ...scale,
    share: (value) => foot + scale.share(value) * (1 - foot),
    at: (share) => scale.at((share - foot) / (1 - foot)),
  };
}
