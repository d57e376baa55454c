import { Gaps } from "./gaps.ts";
import type { StreamFigures } from "./lane.ts";
import type { Failure } from "./messages.ts";
import { ServerSentEvents } from "../../wire/index.ts";

/** A chunk of a streamed response, as far as it is used (OpenAI's API reference; see ../chat/SPEC.md). */
interface Chunk {
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
  readonly error?: { readonly message?: unknown; readonly code?: unknown } | string | null;
}

/** vLLM's reasons for an incomplete response (vllm-project/vllm, vllm/v1/engine/__init__.py, FinishReason). */
const CUT_SHORT: Readonly<Record<string, string>> = { abort: "CANCELLED", error: "INTERNAL" };

/** Characters of an answer that are kept, about. */
const MAX_TEXT = 4 * 1024 * 1024;

/** The gRPC status of the code in an error event. */
export type StatusOf = (code: number) => string;

/** Parses one streamed response after another, as their bytes arrive: when tokens came, how many, and how it ended. */
export class TokenStream {
  readonly #now: () => number;
  readonly #toStatus: StatusOf;
  #events = new ServerSentEvents((data) => this.#event(data));
  #firstAt: number | null = null;
  #lastAt = 0;
  #gaps = new Gaps();
  #chunks = 0;
  #outputTokens: number | null = null;
  #promptTokens: number | null = null;
  #cachedTokens: number | null = null;
  #failure: Failure | null = null;
  #isDone = false;
  #at = 0;
  #text: string | null = null;

  constructor(now: () => number, statusOf: StatusOf) {
    this.#now = now;
    this.#toStatus = statusOf;
  }

  /** `keepsText`: up to a bound, which no model's answer reaches. */
  begin(keepsText = false): void {
    this.#text = keepsText ? "" : null;
    this.#events = new ServerSentEvents((data) => this.#event(data));
    this.#firstAt = null;
    this.#gaps = new Gaps();
    this.#chunks = 0;
    this.#outputTokens = null;
    this.#promptTokens = null;
    this.#cachedTokens = null;
    this.#failure = null;
    this.#isDone = false;
  }

  push(bytes: Buffer, from: number, to: number): void {
    this.#at = this.#now();
    this.#events.push(bytes, from, to);
  }

  /** Whether tokens arrived. */
  get began(): boolean {
    return this.#firstAt !== null;
  }

  /** How a complete response ended. */
  get failure(): Failure | null {
    if (this.#failure) return this.#failure;
    if (!this.#isDone) {
      const message =
        this.#chunks === 0
          ? "the answer is no stream of events"
          : `the stream ended ${this.began ? "after its first token" : "before its first token"}, without [DONE]`;
      return { status: "DATA_LOSS", message };
    }
    return this.began ? null : { status: "DATA_LOSS", message: "the answer holds no tokens" };
  }

  /** For a response that did not fail. */
  get figures(): StreamFigures {
    return {
      firstAt: this.#firstAt as number,
      lastAt: this.#lastAt,
      gaps: this.#gaps,
      outputTokens: this.#outputTokens,
      promptTokens: this.#promptTokens,
      cachedTokens: this.#cachedTokens,
      ...(this.#text !== null && { text: this.#text }),
    };
  }

  #event(data: string): void {
    if (data === "[DONE]") {
      this.#isDone = true;
      return;
    }
    const chunk = parsed(data);
    if (chunk === null) {
      this.#failure ??= {
        status: "DATA_LOSS",
        message: "an event of the stream is no JSON object",
      };
      return;
    }
    this.#chunks += 1;
    if (chunk.error) this.#failure ??= this.#toFailure(chunk.error);
    if (chunk.choices?.some(holdsTokens)) this.#token();
    if (this.#text !== null && this.#text.length < MAX_TEXT) this.#text += contentOf(chunk);
    for (const { finish_reason: reason } of chunk.choices ?? []) this.#endedBy(reason);
    const { usage } = chunk;
    if (!usage) return;
    if (typeof usage.completion_tokens === "number") this.#outputTokens = usage.completion_tokens;
    if (typeof usage.prompt_tokens === "number") this.#promptTokens = usage.prompt_tokens;
    const cached = usage.prompt_tokens_details?.cached_tokens;
    if (typeof cached === "number") this.#cachedTokens = cached;
  }

  #token(): void {
    if (this.#firstAt === null) this.#firstAt = this.#at;
    else this.#gaps.record((this.#at - this.#lastAt) * 1000);
    this.#lastAt = this.#at;
  }

  #endedBy(reason: unknown): void {
    const status = typeof reason === "string" ? CUT_SHORT[reason] : undefined;
    if (status)
      this.#failure ??= { status, message: `the server ended the answer: ${String(reason)}` };
  }

  #toFailure(error: NonNullable<Chunk["error"]>): Failure {
    if (typeof error === "string") return { status: "UNKNOWN", message: error };
    const code = Number(error.code);
    const status = Number.isInteger(code) ? this.#toStatus(code) : "UNKNOWN";
    const message = typeof error.message === "string" ? error.message : "an error without words";
    return { status, message };
  }
}

/** The part of an answer's text that a chunk brings: what a client would send back as the assistant's message. */
function contentOf({ choices }: Chunk): string {
  const [first] = choices ?? [];
  const content = first?.delta?.content ?? first?.text;
  return typeof content === "string" ? content : "";
}

/** The first piece of a chat only names its role, the last why it ended. */
function holdsTokens({ text, delta }: NonNullable<Chunk["choices"]>[number]): boolean {
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

const isText = (value: unknown) => typeof value === "string" && value !== "";

function parsed(data: string): Chunk | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
