import {
  type ChatSource,
  type ConversationPlan,
  MAX_TURNS,
  type ThinkTime,
  type TurnCounts,
} from "../../../contract/index.ts";
import { deriveSeed, normal, type Random, seededRandom } from "../random.ts";
import type { RequestSet } from "../request-set.ts";
import { drawLength } from "./lengths.ts";
import { type AddMedia, prepareMedia } from "./media.ts";
import type {
  AnsweringTools,
  ChatMessage,
  ConversationTurn,
  PreparedConversations,
} from "./prepared-conversations.ts";
import { drawWords, prefixGroup, UNMEASURED, wordPrompt } from "./prompts.ts";
import { traceConversations } from "./traces/trace-conversations.ts";

const MAX_DELAY_MS = 3_600_000;
/** Independent sequences of random numbers. */
const TURNS = 6;
const LATER = 7;
const THINK = 8;
const WARMUP = 9;
const TOOLS = 11;
const OUTPUTS = 12;
/** Calls of a turn have numbers of their own. */
const CALLS_OF_ROUND = 256;

export async function prepareConversations(
  set: RequestSet,
  source: ChatSource,
  plan: ConversationPlan,
): Promise<PreparedConversations & { readonly instants: Float64Array | null }> {
  const { prompts } = source;
  if (prompts.kind !== "trace") {
    const addMedia = await prepareMedia(source, set.seed);
    return { ...drawnConversations(set, source, { plan, addMedia }), instants: null };
  }
  const conversations = await traceConversations(prompts, plan, {
    source,
    seed: set.seed,
    estimate: set.tokens ?? UNMEASURED,
    drawOutput: (n, k) => drawLength(source.outputs, randomOf(set.seed, OUTPUTS, n, k)),
    drawThink: (n, k) => drawDelay(plan.think, randomOf(set.seed, THINK, n, k)),
  });
  return { ...conversations, tools: answeringTools(set, source) };
}

function answeringTools(
  { seed, tokens }: RequestSet,
  { tools }: ChatSource,
): AnsweringTools | null {
  if (!tools?.answers) return null;
  const { lengths, delayMs, rounds } = tools.answers;
  const { perWord } = tokens ?? UNMEASURED;
  return {
    rounds,
    delayMs,
    answer: (n, { turn, round, call }) => {
      const random = randomOf(seed, TOOLS, n * MAX_TURNS + turn, round * CALLS_OF_ROUND + call);
      const words = Math.max(1, Math.round(drawLength(lengths, random) / perWord));
      return drawWords(words, random).join(" ");
    },
  };
}

/** Conversations of common words (LAB-CONV-2). */
function drawnConversations(
  set: RequestSet,
  source: ChatSource,
  { plan, addMedia }: { readonly plan: ConversationPlan; readonly addMedia: AddMedia },
): PreparedConversations {
  const { distinctInputs: count, tokens: estimate = UNMEASURED } = set;
  const { prompts, outputs } = source;
  const lengths = plan.laterLengths ?? (prompts.kind === "words" ? prompts.lengths : null);
  const seedOf = (n: number) => (n < count ? set.seed : deriveSeed(set.seed, WARMUP));
  const laterTurn = (n: number, k: number): ConversationTurn => {
    const random = randomOf(seedOf(n), LATER, n % count, k);
    const tokens = lengths === null ? 1 : drawLength(lengths, random);
    const maxTokens = drawLength(outputs, random);
    const words = drawWords(Math.max(1, Math.round(tokens / estimate.perWord)), random);
    return { messages: [user(addMedia(words.join(" "), n * MAX_TURNS + k))], maxTokens };
  };
  return {
    count,
    turns: (n) =>
      plan.turns === null ? 1 : drawTurns(plan.turns, randomOf(seedOf(n), TURNS, n % count, 0)),
    turn: (n, k) => {
      if (k > 0) return laterTurn(n, k);
      const { content, maxTokens } = wordPrompt(source, estimate, seedOf(n), n % count);
      return { messages: [user(addMedia(content, n * MAX_TURNS))], maxTokens };
    },
    thinkMs: (n, k) => drawDelay(plan.think, randomOf(seedOf(n), THINK, n % count, k)),
    tools: answeringTools(set, source),
    ...(source.prefixes && { groupOf: (n: number) => prefixGroup(source, seedOf(n), n % count) }),
  };
}

const user = (content: ChatMessage["content"]): ChatMessage => ({ role: "user", content });

const randomOf = (seed: number, sequence: number, n: number, k: number): Random =>
  seededRandom(deriveSeed(deriveSeed(deriveSeed(seed, sequence), n), k));

/** A whole number from 1 to 1000. */
export function drawTurns(turns: TurnCounts, random: Random): number {
  return Math.min(MAX_TURNS, Math.max(1, Math.round(drawnTurns(turns, random))));
}

function drawnTurns(turns: TurnCounts, random: Random): number {
  switch (turns.kind) {
    case "fixed":
      return turns.turns;
    case "uniform":
      return turns.least + Math.floor(random() * (turns.most - turns.least + 1));
    case "normal":
      return turns.mean + turns.deviation * normal(random);
    case "geometric":
      if (turns.mean <= 1) return 1;
      return 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - 1 / turns.mean));
  }
}

/** ms, at most an hour. */
export function drawDelay(delays: ThinkTime, random: Random): number {
  return Math.min(MAX_DELAY_MS, drawnDelay(delays, random));
}

function drawnDelay(delays: ThinkTime, random: Random): number {
  switch (delays.kind) {
    case "fixed":
      return delays.ms;
    case "uniform":
      return delays.leastMs + random() * (delays.mostMs - delays.leastMs);
    case "exponential":
      return -Math.log(1 - random()) * delays.meanMs;
    case "lognormal":
      return delays.medianMs * Math.exp(delays.sigma * normal(random));
    case "recorded":
      return 0;
  }
}
