import type { Reason, RunFacts, Verdict } from "./facts.ts";
import {
  generatorCpu,
  lateReceipt,
  lateSends,
  type Rule,
  rateDeviation,
  unfinished,
} from "./generator-rules.ts";
import {
  driftBeyondNoise,
  inputsInCache,
  loadChanged,
  otherWork,
  repeatedPrompts,
  samples,
  serverReplaced,
  stoppedEarly,
  unfitWay,
} from "./run-rules.ts";

const RULES: readonly Rule[] = [
  lateSends,
  rateDeviation,
  unfinished,
  generatorCpu,
  inputsInCache,
  lateReceipt,
  driftBeyondNoise,
  otherWork,
  serverReplaced,
  samples,
  stoppedEarly,
  loadChanged,
  repeatedPrompts,
  unfitWay,
];

/** Invalid if any rule says so; invalidating reasons come first, in the order of the rules. */
export function judge(facts: RunFacts): Verdict {
  const found = RULES.flatMap((rule) => rule(facts) ?? []);
  const of = (severity: Reason["severity"]) =>
    found.filter((reason) => reason.severity === severity);
  const invalid = of("invalid");
  return {
    verdict: invalid.length === 0 ? "valid" : "invalid",
    reasons: [...invalid, ...of("note")],
  };
}
