import { type ChatMessage, type Conversations, contentLength } from "../../wire/index.ts";
import type { Failure } from "./messages.ts";
import type { ToolCall } from "./tool-calls.ts";

/** Max characters of a conversation; its next turn would send them all. */
const MAX_HISTORY = 16 * 1024 * 1024;
/** Max characters of all conversations in progress. */
const MAX_HELD = 512 * 1024 * 1024;

/** What a response adds to its conversation. */
export interface TurnResponse {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

export interface TimedResponse extends TurnResponse {
  /** From sending the request to the end of its response. */
  readonly elapsedMs: number;
}

export const NO_RESPONSE: TurnResponse = { text: "", calls: [] };

/** Where in its conversation a request is. */
export interface TurnPosition {
  /** Of the user's turn, from 0. */
  readonly index: number;
  /** Whether it answers tool calls. */
  readonly isToolRound: boolean;
}

/** A request of conversation `id`; its contents are conversation `input` of the set. */
export interface HeldTurn {
  readonly input: number;
  readonly id: number;
}

interface Held {
  readonly history: ChatMessage[];
  /** Characters of its messages. */
  length: number;
  turn: number;
  /** Requests of the turn before the next one. */
  round: number;
  /** Its body is recorded, so that it has no place for answers to tool calls. */
  isVerbatim: boolean;
}

/** The conversations in progress: their messages, and which turn is next (LAB-CONV-1, LAB-CONV-20). */
export class HeldConversations {
  readonly #conversations: Conversations;
  readonly #speed: number;
  readonly #held = new Map<number, Held>();
  /** Characters of all of them. */
  #length = 0;

  /** `speed`: factor by which a trace is replayed faster than recorded. */
  constructor(conversations: Conversations, speed: number) {
    this.#conversations = conversations;
    this.#speed = speed;
  }

  /** Max requests of conversation `n`. */
  requests(n: number): number {
    return this.#conversations.turns(n) * (1 + this.#rounds);
  }

  /** The body of the next request, and its position. */
  next({ input, id }: HeldTurn): { readonly body: Buffer; readonly position: TurnPosition } {
    const held = this.#held.get(id) ?? {
      history: [],
      length: 0,
      turn: 0,
      round: 0,
      isVerbatim: false,
    };
    this.#held.set(id, held);
    const { messages, isWhole, ...rest } = this.#conversations.turn(input, held.turn);
    if (held.round === 0) {
      if (isWhole) this.#clear(held);
      this.#add(held, ...messages);
    }
    held.isVerbatim = rest.isVerbatim ?? false;
    const mayCall = held.round < this.#rounds;
    return {
      body: this.#conversations.body({ ...rest, content: held.history, mayCall }),
      position: { index: held.turn, isToolRound: held.round > 0 },
    };
  }

  /** Returns the ms until the next request, or the reason that ends the conversation; null if it is complete. */
  answered(
    { input, id }: HeldTurn,
    { text, calls, elapsedMs }: TimedResponse,
  ): number | Failure | null {
    const held = this.#held.get(id) as Held;
    const { tools } = this.#conversations;
    const { turn, round } = held;
    if (tools && !held.isVerbatim && calls.length > 0 && round < tools.rounds) {
      this.#answerCalls(held, input, { text, calls });
      held.round += 1;
      return this.#tooLong(held) ?? tools.delayMs;
    }
    this.#add(held, { role: "assistant", content: text });
    held.turn += 1;
    held.round = 0;
    if (held.turn >= this.#conversations.turns(input)) return null;
    const waited = { elapsedMs, speed: this.#speed };
    return this.#tooLong(held) ?? this.#conversations.thinkMs(input, turn, waited);
  }

  forget(id: number): void {
    this.#length -= this.#held.get(id)?.length ?? 0;
    this.#held.delete(id);
  }

  get #rounds(): number {
    return this.#conversations.tools?.rounds ?? 0;
  }

  #add(held: Held, ...messages: readonly ChatMessage[]): void {
    const length = messages.reduce((sum, message) => sum + messageLength(message), 0);
    held.history.push(...messages);
    held.length += length;
    this.#length += length;
  }

  #clear(held: Held): void {
    this.#length -= held.length;
    held.history.length = 0;
    held.length = 0;
  }

  #tooLong({ length }: Held): Failure | null {
    if (length > MAX_HISTORY) {
      const message = `the conversation has more than ${MAX_HISTORY} characters`;
      return { status: "OUT_OF_RANGE", message };
    }
    if (this.#length <= MAX_HELD) return null;
    const message = `the conversations in progress have more than ${MAX_HELD} characters; use a lower rate`;
    return { status: "OUT_OF_RANGE", message };
  }

  #answerCalls(held: Held, input: number, { text, calls }: TurnResponse): void {
    const { turn, round } = held;
    const named = calls.map((call, i) => ({
      id: call.id || `call_${turn}_${round}_${i}`,
      type: "function" as const,
      function: { name: call.name, arguments: call.arguments },
    }));
    this.#add(held, {
      role: "assistant",
      content: text === "" ? null : text,
      tool_calls: named,
    });
    named.forEach(({ id }, i) => {
      const content = this.#conversations.tools?.answer(input, { turn, round, call: i }) ?? "";
      this.#add(held, { role: "tool", content, tool_call_id: id });
    });
  }
}

const messageLength = ({ content, tool_calls: calls = [] }: ChatMessage): number =>
  (content === null ? 0 : contentLength(content)) +
  calls.reduce((sum, { function: { arguments: given } }) => sum + given.length, 0);
