import type { Proposal, Traffic } from "../../contract/index.ts";
import { change, impossible, shownMs, type TuningFacts } from "./facts.ts";

const PATH = ["response_cache", "enable"];

/** T13 to T15. */
export function cacheProposals(facts: TuningFacts): Proposal[] {
  const { config } = facts;
  if (config.sequence_batching) {
    return [impossible(facts, "cache", "Answers within a sequence depend on what came before.")];
  }
  if (config.model_transaction_policy?.decoupled) {
    return [impossible(facts, "cache", "The answers of a decoupled model are not cached.")];
  }
  if (config.response_cache?.enable) {
    return [
      change(facts, "cache", "Turn the response cache off", offReason(facts), {
        path: PATH,
        value: null,
      }),
    ];
  }
  return [
    change(facts, "cache", "Turn the response cache on", onReason(facts), {
      path: PATH,
      value: true,
    }),
  ];
}

function onReason({ plan }: TuningFacts): string {
  const equal = "An equal request is answered from memory, without the model.";
  return `${equal} ${repeats(plan.traffic[0])}`;
}

const IN_PRODUCTION = "what it gains in production depends on how many repeat there.";

function repeats(traffic: Traffic | undefined): string {
  if (traffic?.reuse.kind === "duplicates") {
    return `This load repeats ${Math.round(traffic.reuse.share * 100)} % of its requests; ${IN_PRODUCTION}`;
  }
  if (traffic?.reuse.kind === "zipf") {
    return `This load repeats popular requests (Zipf ${traffic.reuse.exponent}); ${IN_PRODUCTION}`;
  }
  return `This load sends ${traffic?.distinctInputs ?? 1} different requests in turn: it will show the cost of missing, or only hits where all fit. Plan it with the share of duplicates that your clients send.`;
}

function offReason({ measured }: TuningFacts): string {
  const server = measured?.server;
  const lookups = server ? server.cacheHits + server.cacheMisses : 0;
  if (!server || lookups === 0) return "It shows what the cache gains, or costs, at this load.";
  const rate = `${Math.round((100 * server.cacheHits) / lookups)} % of the requests hit`;
  const cost =
    server.cacheMissMs === null
      ? ""
      : ` and each miss costs ${shownMs(server.cacheMissMs)} to keep`;
  return `${rate}${cost}: without it every request is computed, and nothing is looked up or kept.`;
}
