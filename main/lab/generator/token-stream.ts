import { ServerSentEvents } from "../../wire/index.ts";
import { readChatChunk } from "./chat-chunk.ts";
import { Gaps } from "./gaps.ts";
import type { StreamFigures } from "./lane.ts";
import type { Failure } from "./messages.ts";
import { isResponseEvent, readResponseEvent } from "./response-event.ts";
import type { StatusOf, StreamEvent } from "./stream-event.ts";
import { ToolCalls } from "./tool-calls.ts";

/** Approximate max characters of a kept response. */
const MAX_TEXT = 4 * 1024 * 1024;

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
  /** Of a response (LAB-RESP-3): it ends with an event of its own. */
  #isResponse = false;
  #isDone = false;
  #at = 0;
  #text: string | null = null;
  #calls = new ToolCalls();

  constructor(now: () => number, statusOf: StatusOf) {
    this.#now = now;
    this.#toStatus = statusOf;
  }

  /** `keepsText`: up to a bound, which no model's response reaches. */
  begin(keepsText = false): void {
    this.#text = keepsText ? "" : null;
    this.#calls = new ToolCalls();
    this.#events = new ServerSentEvents((data) => this.#event(data));
    this.#firstAt = null;
    this.#gaps = new Gaps();
    this.#chunks = 0;
    this.#outputTokens = null;
    this.#promptTokens = null;
    this.#cachedTokens = null;
    this.#failure = null;
    this.#isResponse = false;
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
          ? "the response is not a stream of events"
          : `the stream ended ${this.began ? "after its first token" : "before its first token"}, without ${this.#isResponse ? "response.completed" : "[DONE]"}`;
      return { status: "DATA_LOSS", message };
    }
    return this.began ? null : { status: "DATA_LOSS", message: "the response contains no tokens" };
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
      ...(this.#text !== null && { response: { text: this.#text, calls: this.#calls.list } }),
    };
  }

  #event(data: string): void {
    if (data === "[DONE]") {
      this.#isDone ||= !this.#isResponse;
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
    this.#isResponse ||= isResponseEvent(chunk);
    this.#take(
      isResponseEvent(chunk)
        ? readResponseEvent(chunk, this.#toStatus)
        : readChatChunk(chunk, this.#toStatus),
    );
  }

  #take(event: StreamEvent): void {
    if (event.holdsTokens) this.#token();
    this.#keep(event);
    this.#failure ??= event.failure;
    this.#outputTokens = event.outputTokens ?? this.#outputTokens;
    this.#promptTokens = event.promptTokens ?? this.#promptTokens;
    this.#cachedTokens = event.cachedTokens ?? this.#cachedTokens;
    this.#isDone ||= event.isLast;
  }

  #keep({ text, calls }: StreamEvent): void {
    if (this.#text === null) return;
    if (this.#text.length < MAX_TEXT) this.#text += text;
    for (const call of calls) this.#calls.add(call);
  }

  #token(): void {
    if (this.#firstAt === null) this.#firstAt = this.#at;
    else this.#gaps.record((this.#at - this.#lastAt) * 1000);
    this.#lastAt = this.#at;
  }
}

function parsed(data: string): object | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}
