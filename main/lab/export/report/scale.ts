/** From a figure to a place in a chart, and the figures to write beside its axis. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** From 0, or from `least`, to a round number from `most` on; `from` and `to` are places. */
export function linearScale(most: number, from: number, to: number, least = 0): Scale {
  const span = most - least > 0 ? most - least : 1;
  const raw = span / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((each) => each * power >= raw) ?? 10);
  const count = Math.ceil(span / step - 1e-9);
  return {
    at: (value) => from + ((value - least) / (step * count)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, i) => least + i * step),
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
