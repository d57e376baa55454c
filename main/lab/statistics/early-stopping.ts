import { binomialCdf, binomialUpperTail, firstTrue } from "./binomial.ts";
import { checkedConfidence, checkedCount, checkedShare } from "./checked.ts";

/** "The percentile is at most the objective": shown, disproved, or neither. */
export type Certificate = "passed" | "failed" | "undecided";

/**
 * MLPerf LoadGen's early stopping for a fixed number of requests (`early_stopping.cc`): `over` of `requests` were late;
 * passed when I(p; h, over + 1) ≤ 1 − confidence with h those in time, that is, when so few would be this rare if the
 * percentile were above the objective. Failed by the same rule on the other side. To check during a run use the
 * Certifier: repeated checks would add up their errors here.
 */
export function certify(
  requests: number,
  over: number,
  percentile: number,
  confidence = 0.99,
): Certificate {
  checkedCount("over", over);
  checkedCount("requests", requests, over);
  const tail = 1 - checkedShare(percentile);
  const error = 1 - checkedConfidence(confidence);
  if (binomialCdf(over, requests, tail) <= error) return "passed";
  return binomialUpperTail(over, requests, tail) <= error ? "failed" : "undecided";
}

/** The fewest requests that pass with `over` of them late. 459, 662, 838 … at p99. */
export function queriesNeeded(percentile: number, over: number, confidence = 0.99): number {
  checkedCount("over", over);
  checkedShare(percentile);
  checkedConfidence(confidence);
  const passes = (n: number) => certify(n, over, percentile, confidence) === "passed";
  let high = over + 1;
  while (!passes(high)) high *= 2;
  return firstTrue(over, high, passes);
}

/** "p99 ≤ 20 ms certified at 99 % after 662 requests", also for failed or undecided ones. */
export function certificateSentence(claim: {
  readonly certificate: Certificate;
  readonly percentile: number;
  readonly boundMs: number;
  readonly confidence: number;
  readonly requests: number;
}): string {
  const { certificate, percentile, boundMs, confidence, requests } = claim;
  const sign = certificate === "failed" ? ">" : "≤";
  const state = certificate === "undecided" ? "undecided" : "certified";
  const level = Number((confidence * 100).toPrecision(6));
  const after = `${requests.toLocaleString("en-US")} ${requests === 1 ? "request" : "requests"}`;
  return `p${percentile} ${sign} ${boundMs} ms ${state} at ${level} % after ${after}`;
}
