/**
 * A percentile is only reported if the sample reaches beyond it with 99 % confidence, that is, from the smallest n with
 * 1 − qⁿ ≥ 0.99: 7 values for the median, 44 for p90, 90 for p95, 459 for p99.
 */
export function supports(count: number, percentile: number): boolean {
  return 1 - (percentile / 100) ** count >= 0.99;
}
