import type { ChatSource } from "../../contract/index.ts";
import { type ChatChunk, readChatChunk } from "./chat-chunk.ts";
import type { ReadResponse } from "./lane.ts";
import { type ResponseState, readResponseEvent } from "./response-event.ts";
import type { StatusOf, StreamEvent } from "./stream-event.ts";

/** Reads the body of a chat, completion or response that isn't streamed (LAB-WHOLE-2). */
export function readWholeResponse(
  bytes: Buffer,
  endpoint: ChatSource["endpoint"],
  statusOf: StatusOf,
): ReadResponse {
  const body = parsed(bytes);
  if (body === null)
    return { wrong: "the response is not a JSON object", inputTokens: null, outputTokens: null };
  const read =
    endpoint === "responses" ? readResponse(body, statusOf) : readChoices(body, statusOf);
  const { failure, holdsTokens, promptTokens, outputTokens } = read;
  return {
    failure,
    wrong: holdsTokens ? null : "the response contains no tokens",
    inputTokens: promptTokens,
    outputTokens,
  };
}

/** Its choices are those of a stream's chunk, with a message in place of a delta. */
function readChoices(body: object, statusOf: StatusOf): StreamEvent {
  const { choices } = body as { choices?: unknown };
  const merged = Array.isArray(choices)
    ? choices.map((choice: { message?: unknown } | null) => ({ ...choice, delta: choice?.message }))
    : [];
  return readChatChunk({ ...body, choices: merged } as ChatChunk, statusOf);
}

/** It is what the last event of a stream holds. */
function readResponse(body: object, statusOf: StatusOf): StreamEvent {
  const response = body as ResponseState & { readonly output?: unknown };
  const type = response.status === "failed" ? "response.failed" : "response.completed";
  const event = readResponseEvent({ type, response }, statusOf);
  const items = Array.isArray(response.output) ? (response.output as (Item | null)[]) : [];
  return { ...event, holdsTokens: items.some((item) => item !== null && holdsTokens(item)) };
}

interface Item {
  readonly type?: unknown;
  readonly content?: unknown;
  readonly summary?: unknown;
}

function holdsTokens({ type, content, summary }: Item): boolean {
  if (type === "function_call") return true;
  return [content, summary].some((parts) => Array.isArray(parts) && parts.length > 0);
}

function parsed(bytes: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
