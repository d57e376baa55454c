import type { ContentPart } from "./media.ts";
import type { Prompt } from "./prompts.ts";
import type { RecordedFields } from "./recorded-fields.ts";

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
export interface ConversationTurn extends RecordedFields {
  /** The user's message; before the first one a system message, if there is one. */
  readonly messages: readonly ChatMessage[];
  readonly maxTokens: number;
  /** It is sent without the turns before it, which its messages already hold. */
  readonly isWhole?: boolean;
}

/** The conversations of a set, always the same. Conversation `count + n` is n of the warm-up. */
export interface Conversations extends PreparedConversations {
  body(prompt: Prompt): Buffer;
}

/** How long an answer took, by which recorded instants are kept. */
export interface Waited {
  readonly elapsedMs: number;
  /** Factor by which a trace is replayed faster than recorded. */
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
