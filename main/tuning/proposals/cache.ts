import { change, type Effect, impossible, type Ranked, type TuningFacts } from "./facts.ts";
import { formatCount, formatMs, formatShare } from "./load-figures.ts";

const PATH = ["response_cache", "enable"];

/** TUNING-13 to TUNING-15. */
export function cacheProposals(facts: TuningFacts): Ranked[] {
  const { config, lint } = facts;
  if (config.sequence_batching) {
    return [
      impossible(facts, "cache", "Responses within a sequence depend on its earlier requests."),
    ];
  }
  if (config.model_transaction_policy?.decoupled) {
    return [impossible(facts, "cache", "Responses of a decoupled model are not cached.")];
  }
  if (config.response_cache?.enable) return [turnOff(facts)];
  if (lint.cache === false) {
    return [impossible(facts, "cache", "The server runs without a response cache.")];
  }
  const [traffic] = facts.plan.traffic;
  if (traffic?.reuse.kind !== "duplicates" && traffic?.reuse.kind !== "zipf") {
    return [
      impossible(
        facts,
        "cache",
        "The load has no chosen share of duplicates, so either all of its requests hit or none. Start a session with the share that your clients send.",
      ),
    ];
  }
  return [
    change(
      facts,
      {
        knob: "cache",
        title: "Turn on the response cache",
        reason:
          "An equal request is answered from memory, without the model. The gain in production depends on how many requests repeat there.",
      },
      hitEffect(facts),
      { path: PATH, value: true },
    ),
  ];
}

function hitEffect({ plan }: TuningFacts): Effect {
  const [traffic] = plan.traffic;
  if (traffic?.reuse.kind === "duplicates") {
    const { share } = traffic.reuse;
    const gain = share >= 1 ? 10 : share / (1 - share);
    const effect = gain < 0.03 ? "None at this load" : `Up to ${formatCount(1 + gain)}× throughput`;
    return { gain, text: `${effect}: the load repeats ${formatShare(share)} of its requests.` };
  }
  const popularity = traffic?.reuse.kind === "zipf" ? ` (Zipf ${traffic.reuse.exponent})` : "";
  return { gain: null, text: `Unknown: the load repeats popular requests${popularity}.` };
}

function turnOff(facts: TuningFacts): Ranked {
  return change(
    facts,
    {
      knob: "cache",
      title: "Turn off the response cache",
      reason: "Every request is computed; nothing is looked up or stored.",
    },
    missEffect(facts),
    { path: PATH, value: null },
  );
}

function missEffect({ measured }: TuningFacts): Effect {
  const server = measured?.server;
  const lookups = server ? server.cacheHits + server.cacheMisses : 0;
  if (!server || lookups === 0) {
    return { gain: null, text: "Unknown: no cache lookups were measured." };
  }
  const rate = server.cacheHits / lookups;
  const found = `cache hit rate ${formatShare(rate)} of ${lookups} lookups`;
  const missMs = server.cacheMissMs;
  if (missMs === null || !server.requestMs) {
    return { gain: rate > 0 ? 0 : null, text: `Unknown: ${found}; their cost is not reported.` };
  }
  const cost = ((1 - rate) * missMs) / server.requestMs;
  const gain = Math.max(0, cost - rate);
  const each = `each miss costs ${formatMs(missMs)} of ${formatMs(server.requestMs)}`;
  return gain < 0.03
    ? { gain, text: `None expected: ${found}; ${each}.` }
    : { gain, text: `Up to −${formatShare(gain)} latency: ${found}; ${each}.` };
}
