import { studentQuantile } from "./student.ts";

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A figure with the interval that it lies in. */
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

/** Means of adjacent values in at most `most` batches of equal size; what is left over at the end is not used. */
export function batchMeans(values: readonly number[], most: number): number[] {
  const size = Math.max(1, Math.ceil(values.length / most));
  const batches: number[] = [];
  for (let end = size; end <= values.length; end += size) {
    batches.push(mean(values.slice(end - size, end)));
  }
  return batches;
}

/** Student's interval around a mean; null below two values. */
export function meanInterval(values: readonly number[], confidence: number): Estimate | null {
  if (values.length < 2) return null;
  const value = mean(values);
  const half =
    studentQuantile(confidence, values.length - 1) * Math.sqrt(variance(values) / values.length);
  return { value, low: value - half, high: value + half };
}
