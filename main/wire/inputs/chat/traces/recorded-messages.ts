import type { ChatSource } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import type { ContentPart } from "../media.ts";
import type { ChatMessage, ConversationTurn } from "../prepared-conversations.ts";
import { isBody, type RecordedMessage, type RecordedRequest } from "./session-rows.ts";
import type { Trace, TracePart } from "./trace.ts";

type UserMessage = Pick<ChatMessage, "content"> & Pick<RecordedMessage, "system">;

export function toMessages({ content, system }: UserMessage): ChatMessage[] {
  const user = { role: "user", content } as const;
  return system === null ? [user] : [{ role: "system", content: system }, user];
}

/** The turn that a recorded request is, but for the length of its answer; `draw`: where no message is recorded. */
export function toTurn(
  recorded: RecordedRequest,
  draw: () => string,
): Omit<ConversationTurn, "maxTokens"> {
  if (!isBody(recorded)) {
    const { content, system, fields, isWhole } = recorded;
    const messages = toMessages({ content: content ?? draw(), system });
    return { messages, ...(isWhole && { isWhole }), ...(fields && { fields }) };
  }
  const { messages, fields, isWhole } = recorded;
  return { messages: messages ?? [], isWhole, fields, isVerbatim: messages === null };
}

/** INVALID_ARGUMENT for requests of a part that the endpoint, or a plan of streams, doesn't take (LAB-CHAT-37, LAB-TRACE-19). */
export function checkMessages(
  { sessions }: Trace,
  { first, end }: Pick<TracePart, "first" | "end">,
  path: string,
  source: Pick<ChatSource, "endpoint" | "streamed">,
): void {
  for (let row = first; row < end; row++) {
    const recorded = sessions?.messages?.[row];
    const problem = recorded && problemOf(recorded, source);
    if (problem) throw invalid(`'${path}'`, problem);
  }
}

function problemOf(
  recorded: RecordedRequest,
  { endpoint, streamed = true }: Pick<ChatSource, "endpoint" | "streamed">,
): string | null {
  const { fields } = recorded;
  const isVerbatim = isBody(recorded) && recorded.messages === null;
  if (
    (isVerbatim || fields?.["stream"] !== undefined) &&
    (fields?.["stream"] === true) !== streamed
  )
    return streamed
      ? 'a recorded request has no "stream": true, but the plan measures streams; set it in the file, or leave responses unstreamed.'
      : 'a recorded request has "stream": true, but the plan measures whole responses; set it to false in the file, or stream responses.';
  if (isVerbatim) return null;
  const content = isBody(recorded) ? recorded.messages : recorded.content;
  if (content === null || typeof content === "string") return null;
  if (endpoint === "completions")
    return isBody(recorded)
      ? "requests are lists of messages, which the endpoint 'completions' doesn't take; use 'chat'."
      : "messages have several texts, images or audio, which the endpoint 'completions' doesn't take; use 'chat'.";
  const parts = isBody(recorded) ? [] : (recorded.content as readonly ContentPart[]);
  if (endpoint === "responses" && parts.some(({ type }) => type === "input_audio"))
    return "messages have audio, which the endpoint 'responses' doesn't take; use 'chat'.";
  return null;
}
