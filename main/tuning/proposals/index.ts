import type { Knob, Proposal } from "../../contract/index.ts";
import { batchSizeProposals } from "./batch-size.ts";
import { cacheProposals } from "./cache.ts";
import { delayProposals } from "./delay.ts";
import type { Ranked, TuningFacts } from "./facts.ts";
import { instanceProposals } from "./instances.ts";
import { queuePolicyProposals } from "./queue-policy.ts";

export type { BatchTime, TuningFacts } from "./facts.ts";

/** Order of equal effects, as an engineer would try them: batching before rejecting requests. */
const ORDER: readonly Knob[] = ["batch-size", "delay", "instances", "cache", "queue-policy"];
/** Rank of an unknown effect: above none, below small ones. */
const UNKNOWN_GAIN = 0.029;

/**
 * Proposals, the largest expected effect first and impossible ones last. `tried`: texts that were measured and not
 * kept.
 */
export function proposalsFor(facts: TuningFacts, tried: ReadonlySet<string>): Proposal[] {
  const all: Ranked[] = [
    ...batchSizeProposals(facts),
    ...delayProposals(facts),
    ...instanceProposals(facts),
    ...cacheProposals(facts),
    ...queuePolicyProposals(facts),
  ].filter(({ proposal: { configText, possible } }) => !possible || !tried.has(configText));
  const rank = ({ gain, proposal: { possible } }: Ranked) =>
    possible ? (gain ?? UNKNOWN_GAIN) : -1;
  const order = ({ proposal: { knob } }: Ranked) => ORDER.indexOf(knob);
  return all
    .toSorted((a, b) => rank(b) - rank(a) || order(a) - order(b))
    .map(({ proposal }) => proposal);
}
