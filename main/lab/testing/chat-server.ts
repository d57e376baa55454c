import http from "node:http";
import type { AddressInfo } from "node:net";
import { ChunkWriter, ResponseWriter, type Usage } from "./answer-writer.ts";
import { ChatEngine, type ChatTimes } from "./chat-engine.ts";
import type { Body } from "./chat-body.ts";
import { chatMetrics } from "./chat-metrics.ts";
import { poolingAnswer } from "./pooling-answer.ts";

/**
 * A server that speaks vLLM's streaming interface as vllm-project/vllm has it: vllm/entrypoints/openai/chat_completion/
 * {protocol,serving}.py and completion/{protocol,serving}.py at d5dba2d7b0ab9b98096560c69db7126b54b14d79 and cc139d8ea6ff4db984778a3e77e95e1d1c7f1362
 * (a piece with the role, pieces with tokens, one with `usage` and no choices, `[DONE]`; an error as an event before
 * `[DONE]`), responses (ResponseWriter), whole responses to /v1/embeddings and /v1/rerank, /v1/models, /version, /health, and the counters of /metrics from vllm/v1/metrics/loggers.py. Its model takes
 * times that a test chooses; a word is a token.
 */
export interface ChatServer extends AsyncDisposable {
  /** HOST:PORT */
  readonly address: string;
  readonly engine: ChatEngine;
  /** Behaviour for the next requests, in order. */
  readonly faults: Fault[];
  /** Bodies of all generation requests. */
  readonly bodies: Body[];
  /** Their paths. */
  readonly paths: string[];
  /** Whether usage is reported. */
  usage: boolean;
  /** As llama.cpp: closes the connection after each stream though it announced keep-alive, and says who it is. */
  closesStreams: boolean;
}

/** `status`: at once. `break`: the connection ends after the first token. `event`: an error event after it. */
export type Fault =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "break" }
  | { readonly kind: "event"; readonly code: number };

const ENDPOINTS = /\/(completions|responses|embeddings|rerank)$/;

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
  const state = { usage: true, closesStreams: false };
  const server = http.createServer((request, response) => {
    const { method = "GET", url = "" } = request;
    if (method === "GET")
      return look(url, { engine, owner: state.closesStreams ? "llamacpp" : "vllm" }, response);
    if (!ENDPOINTS.test(url)) return void response.writeHead(404).end();
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Body;
      bodies.push(body);
      paths.push(url);
      if (body.stream && state.closesStreams)
        response.on("finish", () => request.socket.destroySoon());
      if (/(embeddings|rerank)$/.test(url)) {
        const fault = body.input || body.documents ? faults.shift() : undefined;
        return pool(url, body, response, { usage: state.usage, fault, engine });
      }
      const fault = body.stream ? faults.shift() : undefined;
      generate(engine, response, { url, body, usage: state.usage, fault });
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
    get closesStreams() {
      return state.closesStreams;
    },
    set closesStreams(closes: boolean) {
      state.closesStreams = closes;
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

/** A whole response after the engine's time for a prompt. */
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

interface Shown {
  readonly engine: ChatEngine;
  /** Of its model. */
  readonly owner: string;
}

function look(url: string, { engine, owner }: Shown, response: http.ServerResponse): void {
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
          owned_by: owner,
          root: CHAT_MODEL,
          parent: null,
          max_model_len: 4096,
        },
      ],
    });
  else response.writeHead(404).end();
}

/** One generation request. */
interface Generation {
  readonly url: string;
  readonly body: Body;
  readonly usage: boolean;
  readonly fault: Fault | undefined;
}

function generate(engine: ChatEngine, response: http.ServerResponse, of: Generation): void {
  const { url, body, fault } = of;
  const { stream = false } = body;
  if (fault?.kind === "status") {
    const error = { message: `fault ${fault.status}`, type: "Fault", code: fault.status };
    response.writeHead(fault.status, { "retry-after": "0" }).end(JSON.stringify({ error }));
    return;
  }
  const isChat = url.endsWith("/chat/completions");
  const isResponse = url.endsWith("/responses");
  const writer = isResponse
    ? new ResponseWriter(body, response)
    : new ChunkWriter(body, isChat, response);
  const words = readTokens(body);
  const prompt = words.length + (isChat || isResponse ? TEMPLATE_TOKENS : 0);
  const output = lengthOf(body);
  const usage: Usage | null = of.usage ? { prompt, output } : null;
  if (stream) response.writeHead(200, { "content-type": "text/event-stream" });
  const run = engine.add(words, prompt, output, {
    cached: (tokens) => {
      if (usage && engine.reportsCached) usage.cached = tokens;
    },
    token: (index) => {
      if (!stream) return;
      writer.token(index);
      if (index > 0 || !fault) return;
      run.abort();
      if (fault.kind === "break") setImmediate(() => response.destroy());
      else writer.fail(fault.code);
    },
    ended: () => {
      if (stream) return writer.end(usage);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(writer.whole(output, usage)));
    },
  });
  response.on("close", () => run.abort());
}

const lengthOf = ({ max_tokens, max_completion_tokens, max_output_tokens }: Body): number =>
  max_tokens ?? max_completion_tokens ?? max_output_tokens ?? 16;

function readTokens({ messages, input, prompt = "" }: Body): string[] {
  const items = messages ?? (typeof input === "string" ? [] : (input as Body["messages"])) ?? [];
  const texts = items.map(({ content, output, arguments: named }) =>
    textOf(content ?? output ?? named ?? ""),
  );
  if (typeof input === "string") texts.push(input);
  return [...texts, ...(prompt === "" ? [] : [prompt])].join(" ").split(" ");
}
