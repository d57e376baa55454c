import { invalid } from "../../sources/invalid.ts";
import { MAX_TOKENS, type RecordedConversation, type RecordedTurn, type Trace } from "./trace.ts";
import { listAt, objectAt } from "./trace-fields.ts";

/** Rule of thumb for English; only the server's tokenizer counts exactly. */
const CHARACTERS_PER_TOKEN = 4;

const USERS: ReadonlySet<unknown> = new Set(["human", "user"]);
const MODELS: ReadonlySet<unknown> = new Set(["gpt", "assistant", "chatgpt", "bing", "bard"]);

export const estimateTokens = (text: string): number =>
  Math.min(MAX_TOKENS, Math.max(1, Math.round(text.length / CHARACTERS_PER_TOKEN)));

/** The conversations of a ShareGPT file (LAB-TRACE-5). */
export function readShareGpt(
  value: unknown,
  path: string,
): Omit<Trace, "format" | "sha256" | "bytes"> {
  if (!Array.isArray(value)) throw invalid(`'${path}'`, "it must be a list of conversations.");
  const read = value.map((entry, i) => readConversation(entry, `'${path}', entry ${i + 1}`));
  const conversations = read.filter((each) => each !== null);
  const skipped = read.length - conversations.length;
  if (conversations.length === 0) {
    throw invalid(`'${path}'`, "it holds no conversation that begins with a user and an answer.");
  }
  const first = ({ turns }: RecordedConversation) => turns[0] as RecordedTurn;
  return {
    at: null,
    inputTokens: Uint32Array.from(conversations, (each) => estimateTokens(first(each).content)),
    outputTokens: Uint32Array.from(conversations, (each) => first(each).outputTokens),
    blocks: null,
    conversations,
    skipped:
      skipped === 0
        ? []
        : [{ reason: "conversations that do not begin with a user and an answer", count: skipped }],
  };
}

function readConversation(entry: unknown, place: string): RecordedConversation | null {
  const { conversations } = objectAt(entry, place);
  const messages = listAt(conversations, "conversations", place).map((each, i) => {
    const at = `${place}, conversations[${i}]`;
    const { from, value } = objectAt(each, at);
    if (typeof from !== "string") throw invalid(at, "'from' must be a text such as human or gpt.");
    if (typeof value !== "string") throw invalid(at, "'value' must be a text.");
    return { from, value };
  });
  const system = messages[0]?.from === "system" ? messages[0].value : null;
  const turns: RecordedTurn[] = [];
  // Up to the first pair that is not a user's message and its answer.
  for (let i = system === null ? 0 : 1; i + 1 < messages.length; i += 2) {
    const [asked, answered] = [messages[i], messages[i + 1]];
    if (!USERS.has(asked?.from) || !MODELS.has(answered?.from)) break;
    if (asked?.value === "" || !answered || answered.value === "") break;
    turns.push({ content: asked?.value as string, outputTokens: estimateTokens(answered.value) });
  }
  return turns.length === 0 ? null : { system, turns };
}
