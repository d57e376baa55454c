import { z } from "zod";
import { lengths } from "./lengths.ts";

export const MAX_TURNS = 1000;
const turns = z.number().min(1).max(MAX_TURNS);
const wholeTurns = turns.int();

/** Distributions of the number of turns; drawn values are whole numbers from 1 to 1000. */
export const turnCounts = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), turns: wholeTurns }),
  z.object({ kind: z.literal("uniform"), least: wholeTurns, most: wholeTurns }),
  z.object({ kind: z.literal("normal"), mean: turns, deviation: z.number().min(0).max(MAX_TURNS) }),
  /** Each turn is the last one with the same probability. */
  z.object({ kind: z.literal("geometric"), mean: turns }),
]);
export type TurnCounts = z.infer<typeof turnCounts>;

const ms = z.number().min(0).max(3_600_000);

/** Distributions of delays; drawn values are at most an hour. */
export const delays = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("fixed"), ms }),
  z.object({ kind: z.literal("uniform"), leastMs: ms, mostMs: ms }),
  z.object({ kind: z.literal("exponential"), meanMs: ms }),
  /** `sigma`: standard deviation of the logarithm. */
  z.object({ kind: z.literal("lognormal"), medianMs: ms, sigma: z.number().min(0).max(3) }),
]);
export type Delays = z.infer<typeof delays>;

/** `recorded`: as a trace with ids of conversations and instants records it. */
export const thinkTime = z.discriminatedUnion("kind", [
  ...delays.options,
  z.object({ kind: z.literal("recorded") }),
]);
export type ThinkTime = z.infer<typeof thinkTime>;

/** Requests in conversations: each turn sends the previous turns with the responses received. */
/** Conversations that a generator holds at once. */
export const MAX_CONVERSATIONS = 65_536;

export const conversation = z.object({
  /** Turns of the user; null: as recorded by a trace of conversations. */
  turns: turnCounts.nullable(),
  /** Lengths of the user's messages after the first; null: like the first. */
  laterLengths: lengths.nullable(),
  /** From a response to the user's next turn. */
  think: thinkTime,
  /** In an open loop, of all kinds of requests together; one that is due beyond it doesn't begin. Null or absent: the generator's. */
  mostInProgress: z.number().int().min(1).max(MAX_CONVERSATIONS).nullable().optional(),
});
export type ConversationPlan = z.infer<typeof conversation>;
