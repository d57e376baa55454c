/** Relative precision at which a continued fraction ends. */
const PRECISION = 2 ** -50;
const TINY = 1e-300;
const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2;

/**
 * The error of Stirling's formula, ln Γ(z+1) − (z+½) ln z + z − ½ ln 2π, for z > 0: the asymptotic series from
 * 16 on (DLMF 5.11.1), the recurrence Γ(z+1) = z Γ(z) below. Loader's `stirlerr`.
 */
function stirlingError(z: number): number {
  if (z < 16) return stirlingError(z + 1) + (z + 0.5) * Math.log1p(1 / z) - 1;
  const square = z * z;
  return (
    (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) /
    z
  );
}

/** x ln(x/m) + m − x for x, m > 0, without cancellation where x is near m. Loader's `bd0`. */
function deviance(x: number, m: number): number {
  const distance = x - m;
  if (Math.abs(distance) >= 0.1 * (x + m)) return x * Math.log(x / m) - distance;
  const ratio = distance / (x + m);
  let sum = distance * ratio;
  let term = 2 * x * ratio;
  for (let odd = 3; ; odd += 2) {
    term *= ratio * ratio;
    const next = sum + term / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/**
 * x^a (1−x)^b / B(a, b) for 0 < x < 1 and a, b > 0, by the saddle-point expansion of Loader, "Fast and accurate
 * computation of binomial probabilities" (2000): no large logarithms are subtracted, so it holds for a + b of 10^7.
 */
function betaFactor(x: number, a: number, b: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) -
    stirlingError(a) -
    stirlingError(b) -
    deviance(a, n * x) -
    deviance(b, n * (1 - x));
  return Math.exp(exponent - HALF_LOG_TWO_PI) * Math.sqrt((a * b) / n);
}

/** I_x(a, b) over x^a (1−x)^b / (a B(a, b)): DLMF 8.17.22 by Lentz's method; quick for x < (a+1)/(a+b+2). */
function continuedFraction(x: number, a: number, b: number): number {
  const atLeastTiny = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / atLeastTiny(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / atLeastTiny(1 + even * d);
    c = atLeastTiny(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / atLeastTiny(1 + odd * d);
    c = atLeastTiny(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < PRECISION) return result;
  }
}

const isQuick = (x: number, a: number, b: number) => x < (a + 1) / (a + b + 2);

/** The regularised incomplete beta function I_x(a, b) for 0 ≤ x ≤ 1 and a, b > 0 (DLMF 8.17). */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return isQuick(x, a, b)
    ? (betaFactor(x, a, b) * continuedFraction(x, a, b)) / a
    : 1 - (betaFactor(x, a, b) * continuedFraction(1 - x, b, a)) / b;
}

/**
 * ∫₀ˣ y^(a−1) (1−y)^(b−1) dy over x^a (1−x)^b, for 0 < x < 1 and a, b > 0: the incomplete beta integral against its
 * integrand. It stays exact where both are too small for a number; Infinity where only the integrand is.
 */
export function betaIntegralRatio(x: number, a: number, b: number): number {
  if (isQuick(x, a, b)) return continuedFraction(x, a, b) / a;
  return 1 / betaFactor(x, a, b) - continuedFraction(1 - x, b, a) / b;
}
