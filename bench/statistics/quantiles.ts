/** The value with a share `q` of the values below it; NaN for an empty list. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Minimum and maximum: "0.84–1.03". */
export const spread = (values: readonly number[], digits: number): string =>
  `${quantile(values, 0).toFixed(digits)}–${quantile(values, 1).toFixed(digits)}`;

/** "1.00 [0.84–1.03]". */
export const medianAndSpread = (values: readonly number[], digits: number): string =>
  `${median(values).toFixed(digits)} [${spread(values, digits)}]`;
