export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A figure with its interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

/** Of at least one value. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample variance, with n − 1; of at least two values. */
export function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Means of adjacent values in at most `most` batches of equal size; a remainder at the end is not used. */
export function batchMeans(values: readonly number[], most: number): number[] {
  const size = Math.max(1, Math.ceil(values.length / most));
  const batches: number[] = [];
  for (let end = size; end <= values.length; end += size) {
    batches.push(mean(values.slice(end - size, end)));
  }
  return batches;
}
