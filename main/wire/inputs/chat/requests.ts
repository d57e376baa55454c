import { z } from "zod";
import { StatusError } from "../../../../base/status-error.ts";
import type { ChatSource, ConversationPlan, RequestTrace } from "../../../contract/index.ts";
import { type HttpOrigin, LOAD_GENERATOR } from "../encode.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import { deriveSeed, seededRandom } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { type ChatMessage, prepareConversations } from "./conversations.ts";
import { readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";
import { imageParts } from "./images.ts";
import { drawLength } from "./lengths.ts";
import { prefixGroup, type Prompt, UNMEASURED, wordPrompt } from "./prompts.ts";
import { toolFields } from "./tools.ts";
import { tracePrompts } from "./traces/trace-requests.ts";

const PATHS = { chat: "/chat/completions", completions: "/completions" } as const;
const INTERFACE = "/v1";

/** The distinct requests of a set of kind `chat`; their contents are request bodies. */
export async function chatRequests(set: RequestSet, source: ChatSource): Promise<PreparedRequests> {
  if (source.conversation) return await conversationRequests(set, source, source.conversation);
  if (source.prompts.kind === "trace") return await traceRequests(set, source, source.prompts);
  const { promptFor, count } = await preparePrompts(set, source);
  const settings = { model: set.model, source, seed: set.seed };
  const encodeBody = (n: number) => Buffer.from(chatBody(settings, promptFor(n)));
  let bytes = 0;
  for (let n = 0; n < count; n++) {
    bytes += encodeBody(n).byteLength;
    if (bytes > MAX_REQUEST_BYTES) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `distinctInputs is ${set.distinctInputs}, and the first ${n + 1} requests take more than the ${MAX_REQUEST_BYTES} bytes that a run may hold; use fewer, or shorter prompts.`,
      );
    }
  }
  return {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n) => [encodeBody(n)],
    expectedFor: () => null,
    ...(source.prefixes && { groupOf: (n: number) => prefixGroup(source, set.seed, n) }),
    sequences: null,
  };
}

async function traceRequests(
  set: RequestSet,
  source: ChatSource,
  trace: RequestTrace,
): Promise<PreparedRequests> {
  const { model, seed, tokens: estimate = UNMEASURED } = set;
  const { endpoint } = source;
  const { count, promptFor, instants } = await tracePrompts(trace, { endpoint, estimate, seed });
  const settings = { model, source, seed };
  return {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n) => [Buffer.from(chatBody(settings, promptFor(n % count, n >= count)))],
    expectedFor: () => null,
    onDemand: { instants },
    sequences: null,
  };
}

/** Conversations: `contentsFor` gives the first turn. */
async function conversationRequests(
  set: RequestSet,
  source: ChatSource,
  plan: ConversationPlan,
): Promise<PreparedRequests> {
  const conversations = await prepareConversations(set, source, plan);
  const { count } = conversations;
  const settings = { model: set.model, source, seed: set.seed };
  const body = (messages: readonly ChatMessage[], maxTokens: number) =>
    Buffer.from(chatBody(settings, { content: messages, maxTokens }));
  const first = (n: number) => conversations.turn(n, 0);
  return {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n) => [body(first(n).messages, first(n).maxTokens)],
    expectedFor: () => null,
    onDemand: { instants: conversations.instants },
    conversations: { ...conversations, body },
    ...(conversations.groupOf && { groupOf: conversations.groupOf }),
    sequences: null,
  };
}

async function preparePrompts(
  set: RequestSet,
  source: ChatSource,
): Promise<{ promptFor: (n: number) => Prompt; count: number }> {
  const { prompts, outputs } = source;
  if (prompts.kind !== "file") {
    const promptFor = (n: number) =>
      withImages(source, wordPrompt(source, set.tokens ?? UNMEASURED, set.seed, n), set.seed, n);
    return { promptFor, count: set.distinctInputs };
  }
  const entries = await readPrompts(prompts.path);
  refuseMessages(source, entries);
  const promptFor = (n: number): Prompt => {
    const entry = entries[n] as (typeof entries)[number];
    const drawn = drawLength(outputs, seededRandom(deriveSeed(set.seed, n)));
    return { content: entry.content, maxTokens: entry.maxTokens ?? drawn };
  };
  return { promptFor, count: Math.min(entries.length, set.distinctInputs) };
}

function withImages({ images }: ChatSource, prompt: Prompt, seed: number, n: number): Prompt {
  if (!images) return prompt;
  const text = { type: "text", text: prompt.content };
  const content = [text, ...imageParts(images, seed, n)];
  return { ...prompt, content: [{ role: "user", content }] };
}

function refuseMessages(
  { endpoint }: ChatSource,
  entries: readonly { readonly content: unknown }[],
): void {
  const at = entries.findIndex(({ content }) => typeof content !== "string");
  if (endpoint === "chat" || at === -1) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Prompt ${at + 1} of the file is a list of messages, which completions do not take; use the endpoint 'chat'.`,
  );
}

/** What all chat requests of a set share. */
export interface ChatSettings {
  readonly model: string;
  readonly source: ChatSource;
  readonly seed: number;
}

/** The body of a request as JSON (LAB-CHAT-1). */
export function chatBody(
  { model, source, seed }: ChatSettings,
  { content, maxTokens }: Prompt,
  isStreamed = true,
): string {
  const { endpoint, ignoreEos, temperature, tools } = source;
  const messages = typeof content === "string" ? [{ role: "user", content }] : content;
  return JSON.stringify({
    model,
    ...(endpoint === "chat" ? { messages } : { prompt: content }),
    max_tokens: maxTokens,
    temperature,
    ...(temperature > 0 && { seed: seed >>> 0 }),
    ...(ignoreEos && { ignore_eos: true }),
    ...(tools && toolFields(tools)),
    ...(isStreamed && { stream: true, stream_options: { include_usage: true } }),
  });
}

/** `under`: prefix of the server's OpenAI interface. */
export const toRequestPath = ({ endpoint }: ChatSource, under = INTERFACE): string =>
  `${under}${PATHS[endpoint]}`;

/** The complete HTTP/1.1 message with a JSON body; `priority` is vLLM's, unless 0. */
export function encodeChatRequest(
  path: string,
  body: Uint8Array,
  priority: number,
  origin: HttpOrigin,
): Buffer {
  const whole = priority === 0 ? body : withPriority(body, priority);
  const head = [
    `POST ${origin.path}${path} HTTP/1.1`,
    `Host: ${origin.host}`,
    `User-Agent: ${LOAD_GENERATOR}`,
    ...origin.lines,
    "Content-Type: application/json",
    "Accept: text/event-stream, application/json",
    `Content-Length: ${whole.byteLength}`,
    "\r\n",
  ].join("\r\n");
  return Buffer.concat([Buffer.from(head, "latin1"), whole]);
}

const withPriority = (body: Uint8Array, priority: number): Buffer =>
  Buffer.concat([body.subarray(0, -1), Buffer.from(`,"priority":${priority}}`)]);

const MAX_BYTES = 128 * 1024 * 1024;

const entry = z
  .object({
    prompt: z.string().min(1).optional(),
    messages: z
      .array(z.looseObject({ role: z.string() }))
      .min(1)
      .optional(),
    max_tokens: z.number().int().min(1).max(1_000_000).optional(),
  })
  .refine(({ prompt, messages }) => (prompt === undefined) !== (messages === undefined), {
    error: "it must have either a 'prompt' or 'messages'",
  });

interface FilePrompt {
  readonly content: string | readonly unknown[];
  /** Null: as the plan says. */
  readonly maxTokens: number | null;
}

/**
 * Prompts of a JSON Lines file; empty lines are skipped. INVALID_ARGUMENT names the line and what is wrong with it;
 * NOT_FOUND and PERMISSION_DENIED an unreadable file.
 */
async function readPrompts(path: string): Promise<FilePrompt[]> {
  const lines = (await readBounded(path, MAX_BYTES)).toString("utf8").split(/\r?\n/);
  const prompts = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [parsePrompt(line, `'${path}', line ${i + 1}`)],
  );
  if (prompts.length === 0) throw invalid(`'${path}'`, "it holds no prompts.");
  return prompts;
}

function parsePrompt(line: string, place: string): FilePrompt {
  const read = entry.safeParse(json(line, place));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(place, `${[...(issue?.path ?? []), issue?.message].join(": ")}.`);
  }
  const { prompt, messages, max_tokens: maxTokens = null } = read.data;
  return { content: prompt ?? (messages as unknown[]), maxTokens };
}

function json(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw invalid(place, `it is no JSON: ${(error as Error).message}.`);
  }
}
