import type { Rule } from "./generator-rules.ts";
import {
  HITS_DEVIATIONS,
  HITS_UNCHOSEN,
  OTHER_CPU,
  P99_SAMPLES,
  POSSIBLE_ERROR,
} from "./limits.ts";
import { number, percent } from "./reason-text.ts";
import { worstError } from "./worst-error.ts";

export const inputsInCache: Rule = (facts) => {
  const { distinctInputs, cacheEntries, hitRateChosen, hitShare } = facts;
  if (hitRateChosen) return hitsBeyondRepeats(facts);
  const remedy = "make more inputs, or choose the share of repeated ones";
  if (cacheEntries !== null && distinctInputs <= cacheEntries) {
    return {
      id: "V5",
      severity: "invalid",
      text: `All ${number(distinctInputs)} inputs fit in the response cache of ${number(cacheEntries)} entries, so it is the cache that was measured: ${remedy}.`,
      value: distinctInputs,
      limit: cacheEntries,
    };
  }
  if (hitShare === null || hitShare <= HITS_UNCHOSEN) return null;
  return {
    id: "V5",
    severity: "invalid",
    text: `${percent(hitShare)} of the requests were answered by the response cache, and no repeats were chosen: ${remedy}.`,
    value: hitShare,
    limit: HITS_UNCHOSEN,
  };
};

/** Hits beyond the repeats were in the cache before. */
const hitsBeyondRepeats: Rule = ({ hitShare, repeatShare, samples }) => {
  if (hitShare === null || repeatShare === null) return null;
  const deviation = Math.sqrt((repeatShare * (1 - repeatShare)) / Math.max(1, samples));
  const limit = repeatShare + HITS_UNCHOSEN + HITS_DEVIATIONS * deviation;
  if (hitShare <= limit) return null;
  return {
    id: "V5",
    severity: "invalid",
    text: `${percent(hitShare)} of the requests were answered by the response cache, and ${percent(repeatShare)} were to repeat an earlier one: the rest was cached before the run; choose another seed, or generate more inputs.`,
    value: hitShare,
    limit,
  };
};

export const repeatedPrompts: Rule = ({ repeatedPrompts: repeated, distinctInputs, sends }) =>
  repeated === null || repeated === 0
    ? null
    : {
        id: "V13",
        severity: "note",
        text: `${number(sends)} requests used ${number(distinctInputs)} prompts, round robin: a prefix cache has those that were sent before; generate more, or choose the share of repeated ones.`,
        value: repeated,
        limit: null,
      };

/** A negligible share. */
const MIN_SHARE_MOVED = 0.005;

export const driftBeyondNoise: Rule = ({ drift, loop }) => {
  if (!drift?.beyondNoise) return null;
  const mayQueue = loop === "open" && (drift.latency ?? 0) > 0;
  const remedy = mayQueue
    ? "lower the rate if it is more than the server can do, else warm up longer, or find what changed"
    : "warm up longer, or find what changed";
  const moves = [
    { name: "throughput", value: drift.throughput },
    { name: "median latency", value: drift.latency },
    { name: "p99", value: drift.p99BeyondNoise ? drift.p99 : null },
  ].flatMap(({ name, value }) => {
    const size = Math.abs(value ?? 0);
    return value === null || size < MIN_SHARE_MOVED ? [] : { name, value, size };
  });
  const found = moves.map(
    ({ name, value, size }) => `${name} ${value < 0 ? "fell" : "rose"} by ${percent(size)}`,
  );
  return {
    id: "V7",
    severity: "invalid",
    text: `From the first third of the run to the last ${list(found) || "its figures moved"}, more than its windows scatter: ${remedy}.`,
    value: moves.length === 0 ? null : Math.max(...moves.map(({ size }) => size)),
    limit: null,
  };
};

const list = (texts: readonly string[]) =>
  [...texts.slice(0, -2), texts.slice(-2).join(" and ")].join(", ");

export const otherWork: Rule = (facts) => {
  const { latency, possibleError } = facts;
  if (possibleError === null) return null;
  const { waiting, otherCores } = possibleError;
  if (waiting === null) return otherShare(facts);
  const error = worstError(latency, waiting);
  if (!error?.isOverLimit) return null;
  return {
    id: "V8",
    severity: "invalid",
    text: `Other programs used ${number(otherCores ?? 0)} cores and kept this measurement waiting: ${error.text}. Stop other programs and measure again.`,
    value: error.share,
    limit: POSSIBLE_ERROR,
    mayReadHighMs: error.mayReadHighMs,
  };
};

/** If waits for a CPU are unknown. */
const otherShare: Rule = ({ otherCpu, serverOnThisMachine }) => {
  if (otherCpu === null || otherCpu <= OTHER_CPU) return null;
  const found = `Other programs used ${percent(otherCpu)} of this machine (limit ${percent(OTHER_CPU)})`;
  return {
    id: "V8",
    severity: serverOnThisMachine ? "invalid" : "note",
    text: serverOnThisMachine
      ? `${found}, so the server had to share it. Stop other programs and measure again.`
      : `${found}. The server runs elsewhere; stop other programs if sends were late.`,
    value: otherCpu,
    limit: OTHER_CPU,
  };
};

export const unfitWay: Rule = ({ caveat }) =>
  caveat === null
    ? null
    : {
        id: "V14",
        severity: "note",
        text: `${caveat} Don't rely on its latency: measure from close to the server.`,
        value: null,
        limit: null,
      };

export const serverReplaced: Rule = ({ replaced }) =>
  replaced
    ? {
        id: "V15",
        severity: "invalid",
        text: "Within the measured span the server, or the model, restarted or was replaced: the figures mix both. Measure again when it is stable.",
        value: null,
        limit: null,
      }
    : null;

export const samples: Rule = ({ samples: count }) => {
  if (count >= P99_SAMPLES) return null;
  return {
    id: "V9",
    severity: count === 0 ? "invalid" : "note",
    text:
      count === 0
        ? "No request succeeded in the measured span, so there is no latency: see the failures."
        : `${number(count)} latencies do not support a p99, which takes ${number(P99_SAMPLES)}: measure longer.`,
    value: count,
    limit: P99_SAMPLES,
  };
};

export const stoppedEarly: Rule = ({ complete, samples: count }) =>
  complete || count === 0
    ? null
    : {
        id: "V10",
        severity: "note",
        text: `The run was stopped before the end of its plan, with ${number(count)} latencies. Results are limited to what these support.`,
        value: count,
        limit: null,
      };

export const loadChanged: Rule = ({ adjusted }) =>
  adjusted
    ? {
        id: "V12",
        severity: "invalid",
        text: "The load was changed by hand within the measured span, so that its figures are of no one load: measure each load as a step of its own.",
        value: null,
        limit: null,
      }
    : null;
