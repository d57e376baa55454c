export interface Reading {
  /** Requests per second. */
  readonly rate: number;
  /** CPU time of the sending process per request, µs. */
  readonly cpuMicros: number;
}

/** Median and range. */
export function spread(values: readonly number[], digits = 0): string {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, middle, high] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((value) =>
    (value ?? Number.NaN).toFixed(digits),
  );
  return `${middle} [${low}..${high}]`;
}
