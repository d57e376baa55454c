import type { Span } from "./samples.ts";

/** The smallest of 1, 2 and 5 times a power of ten that divides a length into at most `most` steps. */
export function roundStep(length: number, most: number): number {
  const least = length / most;
  const decade = 10 ** Math.floor(Math.log10(least));
  const digit = [1, 2, 5].find((each) => each * decade >= least * (1 - 1e-9)) ?? 10;
  return Number((digit * decade).toPrecision(1));
}

/** Three to eight round values of a span; the one value of a span of no length. */
export function linearTicks([from, to]: Span): number[] {
  return to > from ? multiplesWithin([from, to], roundStep(to - from, MAX_STEPS)) : [from];
}

/** With steps of 1, 2 or 5, or any round steps at most 2.5 times apart, this leaves at least three. */
export const MAX_STEPS = 7.5;

/** The multiples of a step within a span, without binary rounding digits. */
export function multiplesWithin([from, to]: Span, step: number): number[] {
  const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
  const decimals = Math.min(100, Math.max(0, -Math.floor(Math.log10(step)) + 1));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
    const tick = (first + index) * step;
    return tick === 0 ? 0 : Number(tick.toFixed(decimals));
  });
}

/** Three to eight round values of a span above 0: 1, 2 and 5 over a few decades, decades over many. */
export function logTicks(span: Span): number[] {
  const [from, to] = span;
  const [first, last] = [Math.floor(Math.log10(from)), Math.ceil(Math.log10(to))];
  const ticks = (digits: readonly number[], every: number) => {
    const begin = Math.ceil(first / every) * every;
    const count = Math.max(0, Math.floor((last - begin) / every) + 1);
    return Array.from({ length: count }, (_, index) =>
      digits.map((digit) => Number(`${digit}e${begin + index * every}`)),
    )
      .flat()
      .filter((tick) => tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9));
  };
  const fine = ticks([1, 2, 5], 1);
  if (fine.length < 3) return linearTicks(span);
  if (fine.length <= 8) return fine;
  for (let every = 1; ; every += 1) {
    const coarse = ticks([1], every);
    if (coarse.length <= 8) return coarse;
  }
}

const NINES = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999];
const BETWEEN_NINES = [25, 75, 80, 95, 98, 99.5, 99.8, 99.95, 99.98];

/** Percentiles with a label: each further nine, and those in between for a short span. */
export function percentileTicks(span: Span): number[] {
  const within = (all: readonly number[]) =>
    all.filter((tick) => tick >= span[0] - 1e-9 && tick <= span[1] + 1e-9);
  const nines = within(NINES);
  if (nines.length >= 3) return nines;
  const all = within([...NINES, ...BETWEEN_NINES].sort((a, b) => a - b));
  return all.length >= 3 && all.length <= 8 ? all : linearTicks(span);
}
