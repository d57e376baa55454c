import { binomialCdf, binomialUpperTail, firstTrue } from "./binomial.ts";
import { checkedConfidence, checkedCount, checkedShare } from "./checked.ts";

/** Of "the percentile is at most the bound": shown, shown to be wrong, or neither. */
export type Certificate = "passed" | "failed" | "undecided";

/**
 * MLPerf LoadGen's early stopping for a number of requests fixed beforehand (`early_stopping.cc`): `over` of
 * `requests` were later than the bound; passed when I(p; h, over + 1) ≤ 1 − confidence with h those within it, that
 * is, when so few would be this rare were the percentile above the bound. Failed by the same rule on the other side.
 * For a look while the run goes on use the Certifier: repeated looks would add up their errors here.
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

/** The fewest requests that pass with `over` of them later than the bound. 459, 662, 838 … at p99. */
export function queriesNeeded(percentile: number, over: number, confidence = 0.99): number {
  checkedCount("over", over);
  checkedShare(percentile);
  checkedConfidence(confidence);
  const passes = (n: number) => certify(n, over, percentile, confidence) === "passed";
  let high = over + 1;
  while (!passes(high)) high *= 2;
  return firstTrue(over, high, passes);
}

/** "p99 ≤ 20 ms certified at 99 % after 662 requests", and also for what failed or is undecided. */
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
