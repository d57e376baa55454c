/** A message of a chat, as far as it is read; files hold any. */
interface Message {
  readonly type?: unknown;
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: unknown;
  readonly tool_call_id?: unknown;
}

interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly image_url?: unknown;
}

interface Call {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** Messages of a chat as the input items of the Responses API (LAB-RESP-2); items stay as they are. */
export const toInputItems = (messages: readonly unknown[]): object[] =>
  messages.flatMap((message) => itemsOf((message ?? {}) as Message));

function itemsOf(message: Message): object[] {
  const { type, role, content, tool_calls: calls, tool_call_id: id } = message;
  if (type !== undefined) return [message];
  if (role === "tool") {
    return [{ type: "function_call_output", call_id: id, output: textOf(content) }];
  }
  if (role !== "assistant") return [{ role, content: contentOf(content) }];
  const text = textOf(content);
  return [
    ...(text === "" ? [] : [{ role, content: text }]),
    ...(Array.isArray(calls) ? calls.map(functionCall) : []),
  ];
}

const functionCall = ({ id, function: named }: Call) => ({
  type: "function_call",
  call_id: id,
  name: named?.name,
  arguments: named?.arguments,
});

function contentOf(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part: Part | null) => {
    if (part?.type === "text") return { type: "input_text", text: part.text };
    if (part?.type !== "image_url") return part;
    return { type: "input_image", image_url: urlOf(part.image_url), detail: "auto" };
  });
}

const urlOf = (image: unknown): unknown =>
  typeof image === "object" && image !== null ? (image as { url?: unknown }).url : image;

/** Text alone: an assistant's former parts are its output, not an input. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((part: Part | null) => part?.text);
  return texts.filter((text) => typeof text === "string").join("");
}
