import { incompleteBeta } from "./beta.ts";

/** P(T ≤ t) of Student's distribution (DLMF 8.17 with x = ν/(ν+t²)); `degrees` > 0, not only whole. */
export function studentCdf(t: number, degrees: number): number {
  const tail = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The two-sided quantile: t with P(|T| ≤ t) = confidence. */
export function studentQuantile(confidence: number, degrees: number): number {
  const outside = (t: number) => incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
  let low = 0;
  let high = 1;
  while (outside(high) > 1 - confidence) {
    low = high;
    high *= 2;
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (outside(middle) > 1 - confidence) low = middle;
    else high = middle;
  }
}
