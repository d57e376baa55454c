import type { ChatSource } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import type { ChatMessage } from "../prepared-conversations.ts";
import type { RecordedMessage } from "./session-rows.ts";
import type { Trace, TracePart } from "./trace.ts";

export function toMessages({ content, system }: RecordedMessage): ChatMessage[] {
  const user = { role: "user", content } as const;
  return system === null ? [user] : [{ role: "system", content: system }, user];
}

/** INVALID_ARGUMENT for messages of a part that the endpoint doesn't take (LAB-CHAT-37). */
export function checkMessages(
  { sessions }: Trace,
  { first, end }: Pick<TracePart, "first" | "end">,
  path: string,
  endpoint: ChatSource["endpoint"],
): void {
  for (let row = first; row < end; row++) {
    const content = sessions?.messages?.[row]?.content;
    if (content === undefined || typeof content === "string") continue;
    if (endpoint === "completions")
      throw invalid(
        `'${path}'`,
        "messages have several texts, images or audio, which the endpoint 'completions' doesn't take; use 'chat'.",
      );
    if (endpoint === "responses" && content.some(({ type }) => type === "input_audio"))
      throw invalid(
        `'${path}'`,
        "messages have audio, which the endpoint 'responses' doesn't take; use 'chat'.",
      );
  }
}
