import { incompleteBeta } from "./beta.ts";

/** P(X ≤ k) of n trials with success probability p in (0, 1): I_{1−p}(n−k, k+1) (DLMF 8.17.5). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  return incompleteBeta(1 - p, n - k, k + 1);
}

/** P(X ≥ k), without loss of precision where it is small. */
export function binomialUpperTail(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return incompleteBeta(p, k, n - k + 1);
}

/** Smallest k with P(X ≤ k) ≥ probability. */
export function binomialQuantile(probability: number, n: number, p: number): number {
  return firstTrue(0, n, (k) => binomialCdf(k, n, p) >= probability);
}

/** The smallest integer in [low, high] for which a monotone condition holds; `high` where none before it does. */
export function firstTrue(low: number, high: number, holds: (value: number) => boolean): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
