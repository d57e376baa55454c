import type { OutcomeCounts } from "../../contract/index.ts";
import type { Failure } from "./messages.ts";

/** As in the request log; a request that has not ended is PENDING. */
export const PENDING = 0;
export const SUCCESS = 1;
const NAMES = ["rejected", "timedOut", "cancelled", "failed", "wrong", "unfinished"] as const;

export type FailedOutcome = (typeof NAMES)[number];

export const outcomeNumber = (name: FailedOutcome): number => NAMES.indexOf(name) + 2;

/** The status of an unexpected response; no server sends it. */
export const WRONG = "WRONG";

/** The server's words if its queue, or the server itself, is full (facts of the protocol: UNAVAILABLE, 429, 503). */
const FULL =
  /exceeds maximum queue size|too many requests|overloaded|resource exhausted|service unavailable|HTTP 429|HTTP 503/i;
const TIMED_OUT = /request timeout expired|deadline exceeded|timed out/i;

/** Classifies a failure by its status and words (LAB-GEN-30 to LAB-GEN-33). */
export function classifyFailure({ status, message }: Failure, lost: boolean): FailedOutcome {
  if (status === WRONG) return "wrong";
  if (lost) return "failed";
  if (status === "DEADLINE_EXCEEDED" || TIMED_OUT.test(message)) return "timedOut";
  if (status === "RESOURCE_EXHAUSTED" || FULL.test(message)) return "rejected";
  return status === "CANCELLED" ? "cancelled" : "failed";
}

export function noOutcomes(): Record<FailedOutcome, number> & OutcomeCounts {
  return { rejected: 0, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 };
}
