import type { RunFacts, ShownPercentile } from "./facts.ts";
import { POSSIBLE_ERROR } from "./limits.ts";
import { number, percent } from "./reason-text.ts";

type Errors = Readonly<Record<ShownPercentile, number>>;

/** The percentile that may be off by most, as a share of what is shown. */
export interface WorstError {
  readonly share: number;
  readonly isOverLimit: boolean;
  /** "p99 may read up to 0.6 ms high (14 % of 4.2 ms, limit 10 %)" */
  readonly text: string;
  readonly mayReadHighMs: Errors;
}

/** Null if nothing is shown that could be off. */
export function worstError(latency: RunFacts["latency"], errors: Errors): WorstError | null {
  let worst: { name: ShownPercentile; share: number } | null = null;
  for (const name of ["p50", "p90", "p95", "p99"] as const) {
    const shown = latency[name];
    if (shown === null || shown <= 0) continue;
    const share = errors[name] / shown;
    if (worst === null || share > worst.share) worst = { name, share };
  }
  if (worst === null) return null;
  const { name, share } = worst;
  const shown = number(latency[name] as number);
  return {
    share,
    isOverLimit: share > POSSIBLE_ERROR,
    text: `${name} may read up to ${number(errors[name])} ms high (${percent(share)} of ${shown} ms, limit ${percent(POSSIBLE_ERROR)})`,
    mayReadHighMs: errors,
  };
}
