import type { Reason, RunFacts } from "./facts.ts";
import {
  GENERATOR_CPU,
  POSSIBLE_ERROR,
  RATE_DEVIATION,
  UNFINISHED_WHEN_STOPPED,
} from "./limits.ts";
import { number, percent } from "./reason-text.ts";
import { worstError } from "./worst-error.ts";

/** Null without a finding. */
export type Rule = (facts: RunFacts) => Reason | null;

export const lateSends: Rule = ({ latency, possibleError, sends, lateSends: late }) => {
  const error = possibleError?.sending ? worstError(latency, possibleError.sending) : null;
  if (!error?.isOverLimit) return null;
  const share = sends === 0 ? 0 : late / sends;
  return {
    id: "V1",
    severity: "invalid",
    text: `${percent(share)} of the sends were more than 1 ms behind schedule: ${error.text}. Lower the rate or stop other programs.`,
    value: error.share,
    limit: POSSIBLE_ERROR,
    mayReadHighMs: error.mayReadHighMs,
  };
};

export const rateDeviation: Rule = ({ loop, offeredRate, achievedRate }) => {
  if (loop === "closed" || !offeredRate || achievedRate === null) return null;
  const deviation = Math.abs(achievedRate - offeredRate) / offeredRate;
  if (deviation <= RATE_DEVIATION) return null;
  const compared = `${percent(deviation)} ${achievedRate < offeredRate ? "below" : "above"}`;
  return {
    id: "V2",
    severity: "invalid",
    text: `${number(achievedRate)} requests/s were sent, ${compared} the planned ${number(offeredRate)}/s, at most ${percent(RATE_DEVIATION)} may be: the generator did not keep the schedule; lower the rate.`,
    value: deviation,
    limit: RATE_DEVIATION,
  };
};

export const unfinished: Rule = ({ sends, unfinished: missing, complete }) => {
  if (missing === 0) return null;
  // What is still due when an overloaded run ends was never sent.
  const all = Math.max(sends, missing);
  const share = missing / all;
  const limit = complete ? 0 : UNFINISHED_WHEN_STOPPED;
  const found = `${number(missing)} of ${number(all)} requests (${percent(share)}) were not waited for`;
  return {
    id: "V3",
    severity: share > limit ? "invalid" : "note",
    text:
      share > limit
        ? `${found}, and the slowest are the likeliest among them: wait for all, or set a client timeout that counts them as failures.`
        : `${found} when the run was stopped: the highest ${percent(share)} of the latencies may be missing.`,
    value: share,
    limit,
  };
};

export const generatorCpu: Rule = ({ generatorCpu: share }) =>
  share <= GENERATOR_CPU
    ? null
    : {
        id: "V4",
        severity: "invalid",
        text: `The generator used ${percent(share)} of a core, at most ${percent(GENERATOR_CPU)} may be: its own waiting is in the latencies; lower the load or send smaller inputs.`,
        value: share,
        limit: GENERATOR_CPU,
      };

export const lateReceipt: Rule = ({ latency, possibleError }) => {
  const error = possibleError && worstError(latency, possibleError.receiving);
  if (!error?.isOverLimit) return null;
  return {
    id: "V6",
    severity: "invalid",
    text: `The generator handled responses late: ${error.text}. Lower the load or stop other programs.`,
    value: error.share,
    limit: POSSIBLE_ERROR,
    mayReadHighMs: error.mayReadHighMs,
  };
};
