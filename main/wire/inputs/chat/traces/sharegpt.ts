import type { TraceSample } from "../../../../contract/index.ts";
import { type Random, seededRandom } from "../../random.ts";
import { invalid } from "../../sources/invalid.ts";
import { MAX_TOKENS, type RecordedConversation, type RecordedTurn, type Trace } from "./trace.ts";
import { listAt, objectAt } from "./trace-fields.ts";

/** Rule of thumb for English; only the server's tokenizer counts exactly. */
const CHARACTERS_PER_TOKEN = 4;
/** Max characters of all conversations that are kept. */
const MAX_CHARACTERS = 256 * 1024 * 1024;

const USERS: ReadonlySet<unknown> = new Set(["human", "user"]);
const MODELS: ReadonlySet<unknown> = new Set(["gpt", "assistant", "chatgpt", "bing", "bard"]);

export const estimateTokens = (text: string): number =>
  Math.min(MAX_TOKENS, Math.max(1, Math.round(text.length / CHARACTERS_PER_TOKEN)));

interface Kept {
  /** Of the file's conversations, from 0. */
  readonly index: number;
  readonly conversation: RecordedConversation;
}

/** Collects the conversations of a ShareGPT file, or a sample of them (LAB-TRACE-5, LAB-TRACE-15). */
export class ShareGptConversations {
  readonly #path: string;
  readonly #sample: TraceSample | null;
  readonly #random: Random;
  readonly #kept: Kept[] = [];
  readonly #maxCharacters: number;
  #found = 0;
  #skipped = 0;
  #characters = 0;

  constructor(path: string, sample: TraceSample | null, maxCharacters = MAX_CHARACTERS) {
    this.#path = path;
    this.#sample = sample;
    this.#random = seededRandom(sample?.seed ?? 0);
    this.#maxCharacters = maxCharacters;
  }

  add(entry: unknown, number: number): void {
    const conversation = readConversation(entry, `'${this.#path}', entry ${number}`);
    if (conversation === null) {
      this.#skipped += 1;
      return;
    }
    const index = this.#found++;
    const place = this.#placeOf(index);
    if (place === null) return;
    const former = this.#kept[place];
    this.#kept[place] = { index, conversation };
    this.#characters += lengthOf(conversation) - (former ? lengthOf(former.conversation) : 0);
    if (this.#characters <= this.#maxCharacters) return;
    const kept = this.#sample
      ? `the first ${number} entries' sample`
      : `the first ${number} entries`;
    throw invalid(
      `'${this.#path}'`,
      `${kept} hold more than the ${this.#maxCharacters} characters that are kept in memory; choose a ${this.#sample ? "smaller sample" : "sample, such as 10000 conversations"}.`,
    );
  }

  finish(): Omit<Trace, "format" | "sha256" | "bytes"> {
    if (this.#found === 0)
      throw invalid(
        `'${this.#path}'`,
        "it holds no conversation that begins with a user and an answer.",
      );
    const conversations = this.#kept
      .sort((a, b) => a.index - b.index)
      .map(({ conversation }) => conversation);
    const first = ({ turns }: RecordedConversation) => turns[0] as RecordedTurn;
    return {
      at: null,
      inputTokens: Uint32Array.from(conversations, (each) => estimateTokens(first(each).content)),
      outputTokens: Uint32Array.from(conversations, (each) => first(each).outputTokens),
      blocks: null,
      conversations,
      sessions: null,
      found: this.#found,
      skipped:
        this.#skipped === 0
          ? []
          : [
              {
                reason: "conversations that do not begin with a user and an answer",
                count: this.#skipped,
              },
            ],
    };
  }

  /** Where a conversation is kept; null: it is not (Vitter's algorithm R). */
  #placeOf(index: number): number | null {
    const size = this.#sample?.conversations ?? Number.POSITIVE_INFINITY;
    if (index < size) return index;
    const place = Math.floor(this.#random() * (index + 1));
    return place < size ? place : null;
  }
}

const lengthOf = ({ system, turns }: RecordedConversation): number =>
  turns.reduce((sum, { content }) => sum + content.length, system?.length ?? 0);

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
