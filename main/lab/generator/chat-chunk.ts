import { countOf, failureOf, isText, type StatusOf, type StreamEvent } from "./stream-event.ts";
import type { ToolCallPiece } from "./tool-calls.ts";

/** A chunk of a streamed chat or completion, as far as it is used (OpenAI's API reference; see ../chat/SPEC.md). */
export interface ChatChunk {
  readonly choices?: readonly {
    readonly text?: unknown;
    readonly finish_reason?: unknown;
    readonly delta?: {
      readonly content?: unknown;
      readonly reasoning?: unknown;
      readonly reasoning_content?: unknown;
      readonly tool_calls?: unknown;
    } | null;
  }[];
  readonly usage?: {
    readonly prompt_tokens?: unknown;
    readonly completion_tokens?: unknown;
    readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null;
  } | null;
  readonly error?: unknown;
}

type Choice = NonNullable<ChatChunk["choices"]>[number];

/** vLLM's reasons for an incomplete response (vllm-project/vllm, vllm/v1/engine/__init__.py, FinishReason). */
const CUT_SHORT: Readonly<Record<string, string>> = { abort: "CANCELLED", error: "INTERNAL" };

export function readChatChunk(chunk: ChatChunk, statusOf: StatusOf): StreamEvent {
  const { usage, error } = chunk;
  const choices = Array.isArray(chunk.choices) ? (chunk.choices as Choice[]) : [];
  return {
    holdsTokens: choices.some(holdsTokens),
    text: contentOf(choices),
    calls: callsOf(choices),
    failure: error ? failureOf(error, (code) => statusOfCode(code, statusOf)) : cutShort(choices),
    promptTokens: countOf(usage?.prompt_tokens),
    outputTokens: countOf(usage?.completion_tokens),
    cachedTokens: countOf(usage?.prompt_tokens_details?.cached_tokens),
    isLast: false,
  };
}

function statusOfCode(code: unknown, statusOf: StatusOf): string {
  const number = Number(code);
  return Number.isInteger(number) ? statusOf(number) : "UNKNOWN";
}

function cutShort(choices: readonly Choice[]): StreamEvent["failure"] {
  for (const { finish_reason: reason } of choices) {
    const status = typeof reason === "string" ? CUT_SHORT[reason] : undefined;
    if (status) return { status, message: `the server ended the response: ${String(reason)}` };
  }
  return null;
}

/** What a client would send back as the assistant's message. */
function contentOf([first]: readonly Choice[]): string {
  const content = first?.delta?.content ?? first?.text;
  return typeof content === "string" ? content : "";
}

const NO_CALLS: readonly ToolCallPiece[] = [];

function callsOf([first]: readonly Choice[]): readonly ToolCallPiece[] {
  const calls = first?.delta?.tool_calls;
  if (!Array.isArray(calls) || calls.length === 0) return NO_CALLS;
  return calls.map((call: CallChunk | null, i) => ({
    key: String(typeof call?.index === "number" ? call.index : i),
    id: call?.id,
    name: call?.function?.name,
    arguments: call?.function?.arguments,
  }));
}

interface CallChunk {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** The first piece of a chat only names its role, the last why it ended. */
function holdsTokens({ text, delta }: Choice): boolean {
  if (isText(text)) return true;
  if (!delta) return false;
  const { content, reasoning, reasoning_content, tool_calls } = delta;
  return (
    isText(content) ||
    isText(reasoning) ||
    isText(reasoning_content) ||
    (Array.isArray(tool_calls) && tool_calls.length > 0)
  );
}
