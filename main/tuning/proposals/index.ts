import type { Knob, Proposal } from "../../contract/index.ts";
import { batchSizeProposals } from "./batch-size.ts";
import { cacheProposals } from "./cache.ts";
import { delayProposals } from "./delay.ts";
import { computeMsOf, meanBatchOf, queueDominates, type TuningFacts } from "./facts.ts";
import { instanceProposals } from "./instances.ts";
import { queuePolicyProposals } from "./queue-policy.ts";

export type { TuningFacts } from "./facts.ts";

/** In which order an engineer goes through them: what forms batches first, what refuses requests last. */
const ORDER: readonly Knob[] = ["batch-size", "delay", "instances", "cache", "queue-policy"];

/**
 * What can be tried next, the most promising first and what the model cannot have last. `tried`: texts that were
 * measured and not kept.
 */
export function proposalsFor(facts: TuningFacts, tried: ReadonlySet<string>): Proposal[] {
  const all = [
    ...batchSizeProposals(facts),
    ...delayProposals(facts),
    ...instanceProposals(facts),
    ...cacheProposals(facts),
    ...queuePolicyProposals(facts),
  ].filter(({ configText, possible }) => !possible || !tried.has(configText));
  const first = promising(facts);
  const rank = ({ knob, possible }: Proposal) =>
    (possible ? 0 : 100) + (knob === first ? -1 : ORDER.indexOf(knob));
  return all.toSorted((a, b) => rank(a) - rank(b));
}

/** The knob that the measurement points to. */
function promising(facts: TuningFacts): Knob {
  const { config, measured } = facts;
  const mean = meanBatchOf(facts);
  const server = measured?.server;
  if (!config.dynamic_batching && config.max_batch_size > 1) return "batch-size";
  if (server && server.cacheHits + server.cacheMisses > 0 && server.cacheHits === 0) return "cache";
  if (measured && measured.outcomes.unfinished > 0) return "queue-policy";
  if (mean !== null && mean >= 0.8 * config.max_batch_size) return "batch-size";
  if (queueDominates(facts)) return "instances";
  return computeMsOf(facts) === null ? "batch-size" : "delay";
}
