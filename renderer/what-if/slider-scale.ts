/** Maps a slider's positions to values. */
export interface SliderScale {
  readonly last: number;
  readonly positionAt: (value: number) => number;
  readonly valueAt: (position: number) => number;
}

const STEPS_PER_DECADE = 20;

/** Every whole number between the two. */
export function linearSlider(least: number, most: number): SliderScale {
  return {
    last: most - least,
    positionAt: (value) => Math.round(Math.min(most, Math.max(least, value)) - least),
    valueAt: (position) => least + position,
  };
}

/**
 * Evenly in the logarithm from `least` to `most`, rounded to two digits and whole from 10 on; with `zero` position 0 is 0.
 */
export function logSlider(least: number, most: number, zero = false): SliderScale {
  const first = zero ? 1 : 0;
  const last = first + Math.round(Math.log10(most / least) * STEPS_PER_DECADE);
  return {
    last,
    positionAt: (value) => {
      if (!(value >= least)) return zero && value > 0 ? 1 : 0;
      return Math.min(last, first + Math.round(Math.log10(value / least) * STEPS_PER_DECADE));
    },
    valueAt: (position) => {
      if (position < first) return 0;
      if (position === last) return most;
      const value = least * 10 ** ((position - first) / STEPS_PER_DECADE);
      return Math.max(least, Number.isInteger(least) ? Math.round(round(value)) : round(value));
    },
  };
}

/** 1, 2, 4 … up to the first that is `most` or more; other values map to the nearest position. */
export function doublingSlider(most: number): SliderScale {
  const last = Math.ceil(Math.log2(Math.max(1, most)));
  return {
    last,
    positionAt: (value) => Math.min(last, Math.max(0, Math.round(Math.log2(Math.max(1, value))))),
    valueAt: (position) => 2 ** position,
  };
}

const round = (value: number) => Number(value.toPrecision(2));
