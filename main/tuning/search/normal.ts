/** Cumulative distribution of the standard normal, within 1.5 × 10⁻⁷ (Abramowitz and Stegun 1964, 7.1.26). */
export function normalCdf(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const tail = (poly * Math.exp((-z * z) / 2)) / 2;
  return z >= 0 ? 1 - tail : tail;
}

/** Nodes and weights for the mean of a function of a standard normal variable (Gauss–Hermite, five nodes). */
export const NORMAL_NODES: readonly (readonly [z: number, weight: number])[] = [
  [-2.8569700138728056, 0.01125741132772069],
  [-1.3556261799742659, 0.2220759220056126],
  [0, 0.5333333333333333],
  [1.3556261799742659, 0.2220759220056126],
  [2.8569700138728056, 0.01125741132772069],
];
