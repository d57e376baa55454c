// Expected values were computed with SciPy 1.17 (betainc, t.cdf, t.ppf).
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { betaIntegralRatio, incompleteBeta } from "./beta.ts";
import { binomialCdf, binomialQuantile, binomialUpperTail } from "./binomial.ts";
import { studentCdf, studentQuantile } from "./student.ts";

const CLOSE = 1e-11;
const error = (value: number, expected: number) => Math.abs(value / expected - 1);

const shape = fc.double({ min: 0.5, max: 1e6, noNaN: true });
const inside = fc.double({ min: 0.001, max: 0.999, noNaN: true });

describe("the incomplete beta function", () => {
  it.each([
    [0.3, 0.5, 2.5, 0.7968893362799453],
    [0.99, 458, 1, 0.010021186061657156],
    [0.999, 4603, 1, 0.009998671593271861],
    [1e-5, 0.5, 1e5, 0.8427013118385188],
    [0.5, 5e6, 5_000_100, 0.5126134977941932],
    [0.99, 9_900_000, 100_001, 0.5008410537184038],
    [0.02, 3, 1000, 0.9999996277276206],
    [0.9, 2, 0.5, 0.5414697392755851],
  ])("[LAB-STATS-7] I at %d of (%d, %d) is %d", (x, a, b, expected) => {
    expect(error(incompleteBeta(x, a, b), expected)).toBeLessThan(CLOSE);
  });

  it("[LAB-STATS-7] is 0 and 1 at its ends", () => {
    expect(incompleteBeta(0, 2, 3)).toBe(0);
    expect(incompleteBeta(1, 2, 3)).toBe(1);
  });

  it("[LAB-STATS-7] of (a, b) at x and of (b, a) at 1 − x make 1, and it rises with x", () => {
    fc.assert(
      fc.property(inside, shape, shape, (x, a, b) => {
        const value = incompleteBeta(x, a, b);
        expect(value + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 9);
        expect(incompleteBeta(x + (1 - x) / 2, a, b)).toBeGreaterThanOrEqual(value - 1e-12);
      }),
      { numRuns: 200 },
    );
  });

  it("[LAB-STATS-9] against its integrand it is 1/(a(1 − x)) for b = 1", () => {
    fc.assert(
      fc.property(inside, fc.double({ min: 0.5, max: 200, noNaN: true }), (x, a) => {
        expect(error(betaIntegralRatio(x, a, 1), 1 / (a * (1 - x)))).toBeLessThan(CLOSE);
      }),
      { numRuns: 200 },
    );
  });

  it("[LAB-STATS-9] against its integrand it stays a number where both vanish", () => {
    expect(betaIntegralRatio(0.01, 900_000, 100_000)).toBeGreaterThan(0);
    expect(betaIntegralRatio(0.01, 1, 1_000_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the binomial distribution", () => {
  it("[LAB-STATS-1] sums its terms, and both tails make 1", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), inside, (n, p) => {
        let term = (1 - p) ** n;
        let sum = 0;
        for (let k = 0; k <= n; k++) {
          sum += term;
          term *= ((n - k) / (k + 1)) * (p / (1 - p));
          expect(binomialCdf(k, n, p)).toBeCloseTo(sum, 9);
          expect(binomialUpperTail(k + 1, n, p)).toBeCloseTo(1 - sum, 9);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("[LAB-STATS-1] has the smallest k that reaches a probability as its quantile", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), inside, inside, (n, p, u) => {
        const k = binomialQuantile(u, n, p);
        expect(binomialCdf(k, n, p)).toBeGreaterThanOrEqual(u);
        expect(binomialCdf(k - 1, n, p)).toBeLessThan(u);
      }),
      { numRuns: 100 },
    );
  });

  it("[LAB-STATS-1] has no outcome below 0 and none above n", () => {
    expect(binomialCdf(-1, 10, 0.5)).toBe(0);
    expect(binomialCdf(10, 10, 0.5)).toBe(1);
    expect(binomialUpperTail(0, 10, 0.5)).toBe(1);
    expect(binomialUpperTail(11, 10, 0.5)).toBe(0);
  });
});

describe("Student's distribution", () => {
  it.each([
    [1.5, 3, 0.8847080673775886],
    [-2.2, 7.5, 0.03059973295305805],
    [0, 4, 0.5],
    [-40, 2, 0.0003122073360923703],
  ])("[LAB-STATS-24] has P(T ≤ %d) with %d degrees as %d", (t, degrees, expected) => {
    expect(error(studentCdf(t, degrees), expected)).toBeLessThan(CLOSE);
  });

  it.each([
    [0.95, 1, 12.706204736174694],
    [0.95, 4, 2.7764451051977934],
    [0.99, 9, 3.249835541592126],
    [0.99, 1, 63.656741162871526],
    [0.95, 12.5, 2.1691859427125406],
  ])(
    "[LAB-STATS-14] holds %d within ± its quantile for %d degrees: %d",
    (confidence, degrees, expected) => {
      expect(error(studentQuantile(confidence, degrees), expected)).toBeLessThan(CLOSE);
    },
  );
});
