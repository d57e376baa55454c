import http from "node:http";
import type { AddressInfo } from "node:net";
import { ChatEngine, type ChatTimes } from "./chat-engine.ts";
import { chatMetrics } from "./chat-metrics.ts";
import { poolingAnswer } from "./pooling-answer.ts";

/**
 * A server that speaks vLLM's streaming interface as vllm-project/vllm has it: vllm/entrypoints/openai/chat_completion/
 * {protocol,serving}.py and completion/{protocol,serving}.py at d5dba2d7b0ab9b98096560c69db7126b54b14d79 and cc139d8ea6ff4db984778a3e77e95e1d1c7f1362
 * (a piece with the role, pieces with tokens, one with `usage` and no choices, `[DONE]`; an error as an event before
 * `[DONE]`), whole answers to /v1/embeddings and /v1/rerank, /v1/models, /version, /health, and the counters of /metrics from vllm/v1/metrics/loggers.py. Its model takes
 * times that a test chooses; a word is a token.
 */
export interface ChatServer extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  readonly engine: ChatEngine;
  /** How the next requests are answered instead, in order. */
  readonly faults: Fault[];
  /** Bodies of all generation requests. */
  readonly bodies: Body[];
  /** Their paths. */
  readonly paths: string[];
  /** Whether usage is reported. */
  usage: boolean;
}

/** `status`: at once. `break`: the connection ends after the first token. `event`: an error event after it. */
export type Fault =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "break" }
  | { readonly kind: "event"; readonly code: number };

export interface Body {
  readonly model: string;
  readonly prompt?: string;
  readonly input?: string | readonly string[];
  readonly query?: string;
  readonly documents?: readonly string[];
  /** With images `content` is a list of parts. */
  readonly messages?: readonly { readonly content: string }[];
  readonly tools?: readonly object[];
  readonly tool_choice?: string;
  readonly max_tokens?: number;
  /** Its name in AIPerf's and GuideLLM's chat requests. */
  readonly max_completion_tokens?: number;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly ignore_eos?: boolean;
  readonly temperature: number;
  readonly priority?: number;
}

/** An image is a token. */
const textOf = (content: string | readonly { readonly text?: string }[]): string =>
  typeof content === "string" ? content : content.map(({ text }) => text ?? "<image>").join(" ");

export const CHAT_MODEL = "tiny-chat";
/** Tokens that a chat template adds. */
export const TEMPLATE_TOKENS = 7;

export async function startChatServer(times: Partial<ChatTimes> = {}): Promise<ChatServer> {
  const engine = new ChatEngine(times);
  const faults: Fault[] = [];
  const bodies: Body[] = [];
  const paths: string[] = [];
  const state = { usage: true };
  const server = http.createServer((request, response) => {
    const { method = "GET", url = "" } = request;
    if (method === "GET") return look(url, engine, response);
    if (!/\/(completions|embeddings|rerank)$/.test(url)) return void response.writeHead(404).end();
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Body;
      bodies.push(body);
      paths.push(url);
      if (!url.endsWith("/completions")) {
        const fault = body.input || body.documents ? faults.shift() : undefined;
        return pool(url, body, response, { usage: state.usage, fault, engine });
      }
      new Answer(body, url.endsWith("/chat/completions"), response).begin(
        engine,
        state.usage,
        body.stream ? faults.shift() : undefined,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    engine,
    faults,
    bodies,
    paths,
    get usage() {
      return state.usage;
    },
    set usage(reports: boolean) {
      state.usage = reports;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Pooling {
  readonly usage: boolean;
  readonly fault: Fault | undefined;
  readonly engine: ChatEngine;
}

/** A whole answer after the engine's time for a prompt. */
function pool(url: string, body: Body, response: http.ServerResponse, of: Pooling): void {
  const { usage, fault, engine } = of;
  if (fault?.kind === "status") return void response.writeHead(fault.status).end("{}");
  const answer = fault ? { object: "list" } : poolingAnswer(url, body, usage);
  response.setHeader("content-type", "application/json");
  setTimeout(() => {
    // vLLM counts them as any request (vllm/v1/engine/output_processor.py).
    if (!fault) {
      const counted = poolingAnswer(url, body, true) as { usage: { prompt_tokens: number } };
      engine.counts.requests += 1;
      engine.counts.promptTokens += counted.usage.prompt_tokens;
    }
    response.end(JSON.stringify(answer));
  }, engine.times.prefillMs);
}

function look(url: string, engine: ChatEngine, response: http.ServerResponse): void {
  const json = (value: unknown) =>
    response.setHeader("content-type", "application/json").end(JSON.stringify(value));
  if (url === "/version") json({ version: "0.11.0" });
  else if (url === "/health") response.end();
  else if (url === "/metrics") response.end(chatMetrics(CHAT_MODEL, engine));
  else if (url === "/v1/models")
    json({
      object: "list",
      data: [
        {
          id: CHAT_MODEL,
          object: "model",
          created: 1,
          owned_by: "vllm",
          root: CHAT_MODEL,
          parent: null,
          max_model_len: 4096,
        },
      ],
    });
  else response.writeHead(404).end();
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  prompt_tokens_details?: { readonly cached_tokens: number };
}

/** One generation request. */
class Answer {
  readonly #body: Body;
  readonly #isChat: boolean;
  readonly #response: http.ServerResponse;

  constructor(body: Body, isChat: boolean, response: http.ServerResponse) {
    this.#body = body;
    this.#isChat = isChat;
    this.#response = response;
  }

  begin(engine: ChatEngine, reportsUsage: boolean, fault: Fault | undefined): void {
    const { messages, prompt = "", stream = false, stream_options } = this.#body;
    const outputTokens = this.#body.max_tokens ?? this.#body.max_completion_tokens ?? 16;
    if (fault?.kind === "status") {
      const error = { message: `fault ${fault.status}`, type: "Fault", code: fault.status };
      this.#response.writeHead(fault.status, { "retry-after": "0" }).end(JSON.stringify({ error }));
      return;
    }
    const words = (messages?.map(({ content }) => textOf(content)).join(" ") ?? prompt).split(" ");
    const promptTokens = words.length + (this.#isChat ? TEMPLATE_TOKENS : 0);
    const usage: Usage = {
      prompt_tokens: promptTokens,
      completion_tokens: outputTokens,
      total_tokens: promptTokens + outputTokens,
    };
    if (stream) this.#response.writeHead(200, { "content-type": "text/event-stream" });
    const run = engine.add(words, promptTokens, outputTokens, {
      // As `--enable-prompt-tokens-details` of vLLM, which leaves out what is 0 (chat_completion/serving.py).
      cached: (tokens) => {
        if (engine.reportsCached && tokens > 0)
          usage.prompt_tokens_details = { cached_tokens: tokens };
      },
      token: (index) => {
        if (!stream) return;
        if (index === 0 && this.#isChat)
          this.#event([{ index: 0, delta: { role: "assistant", content: "" } }]);
        this.#event([this.#piece(index)]);
        if (index > 0 || !fault) return;
        run.abort();
        if (fault.kind === "break") setImmediate(() => this.#response.destroy());
        else if (fault.kind === "event") {
          this.#write({
            error: { message: "the engine failed", type: "InternalServerError", code: fault.code },
          });
          this.#response.end("data: [DONE]\n\n");
        }
      },
      ended: () => {
        if (!stream) {
          this.#response.setHeader("content-type", "application/json");
          this.#response.end(
            JSON.stringify({
              model: this.#body.model,
              choices: [{ index: 0 }],
              ...(reportsUsage && { usage }),
            }),
          );
          return;
        }
        this.#event([{ index: 0, delta: {}, text: "", finish_reason: "length" }]);
        if (reportsUsage && stream_options?.include_usage) this.#event([], usage);
        this.#response.end("data: [DONE]\n\n");
      },
    });
    this.#response.on("close", () => run.abort());
  }

  /** Where a tool has to be called, DeltaToolCall of vllm/entrypoints/openai/engine/protocol.py at d7e5252. */
  #piece(index: number): object {
    if (!this.#isChat) return { index: 0, text: " word" };
    if (this.#body.tool_choice !== "required") return { index: 0, delta: { content: " word" } };
    const opening = { id: "chatcmpl-tool-1", type: "function" };
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
