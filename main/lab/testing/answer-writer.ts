import type http from "node:http";
import type { Body } from "./chat-body.ts";

/** How an endpoint writes its answers. */
export interface AnswerWriter {
  /** A token of a streamed answer. */
  token(index: number): void;
  /** An error in place of the rest of a stream. */
  fail(code: number): void;
  /** The end of a stream that went well; usage null where it isn't reported. */
  end(usage: Usage | null): void;
  /** An answer that is not streamed, of so many tokens. */
  whole(tokens: number, usage: Usage | null): object;
}

export interface Usage {
  /** Of the prompt's tokens, those from the prefix cache. */
  cached?: number;
  readonly prompt: number;
  readonly output: number;
}

/** Whether the model has to call a tool. */
const mustCall = ({ tool_choice: choice }: Body) => choice === "required";

/** Chats and completions: see startChatServer. */
export class ChunkWriter implements AnswerWriter {
  readonly #body: Body;
  readonly #isChat: boolean;
  readonly #response: http.ServerResponse;

  constructor(body: Body, isChat: boolean, response: http.ServerResponse) {
    this.#body = body;
    this.#isChat = isChat;
    this.#response = response;
  }

  token(index: number): void {
    if (index === 0 && this.#isChat)
      this.#event([{ index: 0, delta: { role: "assistant", content: "" } }]);
    this.#event([this.#piece(index)]);
  }

  fail(code: number): void {
    this.#write({ error: { message: "the engine failed", type: "InternalServerError", code } });
    this.#response.end("data: [DONE]\n\n");
  }

  end(usage: Usage | null): void {
    this.#event([{ index: 0, delta: {}, text: "", finish_reason: "length" }]);
    if (usage && this.#body.stream_options?.include_usage) this.#event([], usageOf(usage));
    this.#response.end("data: [DONE]\n\n");
  }

  whole(tokens: number, usage: Usage | null): object {
    const content = " word".repeat(tokens);
    const said = this.#isChat ? { message: { role: "assistant", content } } : { text: content };
    return {
      model: this.#body.model,
      choices: [{ index: 0, ...said, finish_reason: "length" }],
      ...(usage && { usage: usageOf(usage) }),
    };
  }

  /** Where a tool has to be called, DeltaToolCall of vllm/entrypoints/openai/engine/protocol.py at d7e5252. */
  #piece(index: number): object {
    if (!this.#isChat) return { index: 0, text: " word" };
    if (!mustCall(this.#body)) return { index: 0, delta: { content: " word" } };
    const opening = { id: `chatcmpl-tool-${this.#body.messages?.length ?? 0}`, type: "function" };
    const call =
      index === 0
        ? { ...opening, index: 0, function: { name: "search_1", arguments: "" } }
        : { index: 0, function: { arguments: " word" } };
    return { index: 0, delta: { tool_calls: [call] } };
  }

  #event(choices: unknown, usage: unknown = null): void {
    const object = this.#isChat ? "chat.completion.chunk" : "text_completion";
    const created = Math.floor(Date.now() / 1000);
    this.#write({ id: "cmpl-1", object, created, model: this.#body.model, choices, usage });
  }

  #write(event: unknown): void {
    this.#response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}

const usageOf = ({ prompt, output, cached = 0 }: Usage) => ({
  // vLLM's `--enable-prompt-tokens-details` leaves out what is 0 (chat_completion/serving.py).
  ...(cached > 0 && { prompt_tokens_details: { cached_tokens: cached } }),
  prompt_tokens: prompt,
  completion_tokens: output,
  total_tokens: prompt + output,
});

/**
 * Responses as vLLM streams them: vllm/entrypoints/openai/responses/simple_streaming_events.py at 25af204 (an item with
 * its part is added, deltas, and the whole text again when each is done), api_router.py (a line with the event's name;
 * no [DONE]) and protocol.py at 010a69c: an answer of max_output_tokens is `response.completed` with the status
 * `incomplete`.
 */
export class ResponseWriter implements AnswerWriter {
  readonly #body: Body;
  readonly #response: http.ServerResponse;
  #sequence = 0;
  #tokens = 0;

  constructor(body: Body, response: http.ServerResponse) {
    this.#body = body;
    this.#response = response;
  }

  token(index: number): void {
    if (index === 0) this.#begin();
    this.#tokens += 1;
    if (!mustCall(this.#body)) {
      this.#event("response.output_text.delta", { ...PART, delta: " word", logprobs: [] });
    } else if (index > 0) {
      this.#event("response.function_call_arguments.delta", { ...ITEM, delta: " word" });
    }
  }

  /** As OpenAI's own server; vLLM's stream just ends. */
  fail(code: number): void {
    const error = { code: code === 429 ? "rate_limit_exceeded" : "server_error" };
    const response = this.#state("failed", null);
    this.#event("response.failed", {
      response: { ...response, error: { ...error, message: "the engine failed" } },
    });
    this.#response.end();
  }

  end(usage: Usage | null): void {
    const text = " word".repeat(this.#tokens);
    if (mustCall(this.#body)) {
      this.#event("response.function_call_arguments.done", { ...ITEM, arguments: text });
    } else {
      this.#event("response.output_text.done", { ...PART, text, logprobs: [] });
      this.#event("response.content_part.done", { ...PART, part: outputText(text) });
    }
    this.#event("response.output_item.done", { ...ITEM, item: this.#item(text, "completed") });
    this.#event("response.completed", { response: this.#state("incomplete", usage) });
    this.#response.end();
  }

  whole(tokens: number, usage: Usage | null): object {
    this.#tokens = tokens;
    return this.#state("incomplete", usage);
  }

  #begin(): void {
    this.#event("response.created", { response: this.#state("in_progress", null) });
    this.#event("response.in_progress", { response: this.#state("in_progress", null) });
    this.#event("response.output_item.added", { ...ITEM, item: this.#item("", "in_progress") });
    if (!mustCall(this.#body))
      this.#event("response.content_part.added", { ...PART, part: outputText("") });
  }

  #item(text: string, status: string): object {
    if (!mustCall(this.#body)) {
      const content = text === "" ? [] : [outputText(text)];
      return { id: "msg_1", type: "message", role: "assistant", content, status };
    }
    const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "search_1" };
    return { ...call, arguments: text, status };
  }

  #state(status: string, usage: Usage | null): object {
    const output =
      status === "in_progress" ? [] : [this.#item(" word".repeat(this.#tokens), "completed")];
    return {
      id: "resp_1",
      object: "response",
      created_at: Math.floor(Date.now() / 1000),
      status,
      model: this.#body.model,
      output,
      error: null,
      incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
      usage: usage && {
        input_tokens: usage.prompt,
        input_tokens_details: { cached_tokens: usage.cached ?? 0 },
        output_tokens: usage.output,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.prompt + usage.output,
      },
    };
  }

  #event(type: string, members: object): void {
    const data = JSON.stringify({ type, sequence_number: this.#sequence++, ...members });
    this.#response.write(`event: ${type}\ndata: ${data}\n\n`);
  }
}

const ITEM = { item_id: "msg_1", output_index: 0 };
const PART = { ...ITEM, content_index: 0 };
const outputText = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });
