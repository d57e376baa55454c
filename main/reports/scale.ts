/** From a figure to a place in a chart, and the figures to write next to its axis. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Three to eight ticks, those at both ends included. */
const MAX_STEPS = 5.5;
const STEPS = [1, 2, 5, 10];

/** From 0, or a round number up to `least`, to a round number from `most` on; `from` and `to` are places. */
export function linearScale(most: number, from: number, to: number, least = 0): Scale {
  const span = most - least > 1e-9 ? most - least : 1;
  const raw = span / MAX_STEPS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((each) => each * power >= raw) ?? 10);
  const start = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - start) / step - 1e-9));
  return {
    at: (value) => from + ((value - start) / (step * count)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, i) => Number((start + i * step).toPrecision(12))),
  };
}

const MAX_POWERS = 6;

/** By powers of ten up to the highest value, at most six of them; what is smaller lies at the beginning. */
export function powerScale(values: readonly number[], from: number, to: number): Scale {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  const [least, most] = [Math.min, Math.max].map((pick) =>
    powers.length === 0 ? 0 : powers.reduce((a, b) => pick(a, b)),
  ) as [number, number];
  const last = Math.max(Math.floor(least) + 1, Math.ceil(most));
  const first = Math.max(Math.floor(least), last - MAX_POWERS);
  const at = (power: number) => from + ((power - first) / (last - first)) * (to - from);
  return {
    at: (value) => at(value > 0 ? Math.max(first, Math.log10(value)) : first),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i)),
  };
}

/** The spectrum's axis: each factor of ten nearer to 100 % has the same width. */
export function nearnessScale(most: number, from: number, to: number): Scale {
  const nearness = (percentile: number) => -Math.log10(1 - Math.min(percentile, 99.9999) / 100);
  const end = Math.max(1, nearness(most));
  return {
    at: (value) => from + (nearness(value) / end) * (to - from),
    ticks: [0, 50, 90, 99, 99.9, 99.99, 99.999].filter((tick) => nearness(tick) <= end + 1e-9),
  };
}
