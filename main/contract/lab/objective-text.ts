import type { Objective } from "./plan.ts";
import type { ExceededLimit } from "./step.ts";

/** A time of each streamed response that goodput limits. */
export type GoodputLimit = Pick<ExceededLimit, "of" | "ms">;

/** Limits of streamed responses for goodput (LAB-CHAT-16), beginning with the objective's own. */
export function goodputLimits(objective: Objective): GoodputLimit[] {
  const { boundMs, perTokenMs, responseMs } = objective;
  const ofFirst = objective.of === "firstToken";
  return [
    { of: ofFirst ? "firstToken" : "response", ms: boundMs },
    ...(perTokenMs ? [{ of: "perToken" as const, ms: perTokenMs }] : []),
    ...(ofFirst && responseMs ? [{ of: "response" as const, ms: responseMs }] : []),
  ];
}

const NAMES = { firstToken: "first token", perToken: "per token", response: "whole response" };

/** "first token ≤ 200 ms, per token ≤ 50 ms" */
export const formatLimits = (limits: readonly GoodputLimit[]): string =>
  limits.map(({ of, ms }) => `${NAMES[of]} ≤ ${ms} ms`).join(", ");

/** "first token ≤ 200 ms: 12 of 400 exceeded it" */
export const formatExceeded = ({ exceeded, ...limit }: ExceededLimit, responses: number): string =>
  `${formatLimits([limit])}: ${exceeded} of ${responses} exceeded it`;
