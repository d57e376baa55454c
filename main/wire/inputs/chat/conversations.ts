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
import { type AddMedia, type ContentPart, prepareMedia } from "./media.ts";
import { drawWords, prefixGroup, UNMEASURED, wordPrompt } from "./prompts.ts";
import { traceConversations } from "./traces/trace-conversations.ts";

export interface ChatMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** Null of an assistant that only calls. */
  readonly content: string | readonly ContentPart[] | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: "function";
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  /** Of a tool's answer. */
  readonly tool_call_id?: string;
}

/** What a user says in one turn. */
export interface ConversationTurn {
  /** The user's message; before the first one a system message, if there is one. */
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
}

/** The conversations of a set, always the same. Conversation `count + n` is n of the warm-up. */
export interface Conversations extends PreparedConversations {
  /** The body of a request with these messages; `mayCall`: the model may call tools. */
  body(messages: readonly ChatMessage[], maxTokens: number, mayCall?: boolean): Buffer;
}

/** How long an answer took, by which recorded instants are kept. */
export interface Waited {
  readonly elapsedMs: number;
  /** The trace is replayed so many times as fast as recorded. */
  readonly speed: number;
}

export interface PreparedConversations {
  readonly count: number;
  /** Turns of the user in conversation `n`. */
  readonly turns: (n: number) => number;
  /** `k` from 0. */
  turn(n: number, k: number): ConversationTurn;
  /** From the answer to turn `k` to the next turn, ms. */
  thinkMs(n: number, k: number, waited: Waited): number;
  /** The group whose prefix conversation `n` begins with; absent: there are no groups. */
  readonly groupOf?: (n: number) => number | null;
  /** Null: calls are not answered. */
  readonly tools: AnsweringTools | null;
}

/** Answers to calls of tools (LAB-CONV-20). */
export interface AnsweringTools {
  readonly rounds: number;
  readonly delayMs: number;
  /** To a call of conversation `n`. */
  answer(
    n: number,
    of: { readonly turn: number; readonly round: number; readonly call: number },
  ): string;
}

const MAX_DELAY_MS = 3_600_000;
/** Independent sequences of random numbers. */
const TURNS = 6;
const LATER = 7;
const THINK = 8;
const WARMUP = 9;
const TOOLS = 11;
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
    seed: set.seed,
    estimate: set.tokens ?? UNMEASURED,
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
