import { StatusError } from "../../../../base/status-error.ts";
import type { ChatSource, ConversationPlan, RequestTrace } from "../../../contract/index.ts";
import { type HttpOrigin, LOAD_GENERATOR } from "../encode.ts";
import { MAX_REQUEST_BYTES } from "../plan-inputs.ts";
import { deriveSeed, seededRandom } from "../random.ts";
import type { PreparedRequests, RequestSet } from "../request-set.ts";
import { prepareConversations } from "./conversations.ts";
import { drawLength } from "./lengths.ts";
import { prepareMedia } from "./media.ts";
import { type FilePrompt, readPrompts } from "./prompt-file.ts";
import { prefixGroup, type Prompt, UNMEASURED, wordPrompt } from "./prompts.ts";
import { toInputItems } from "./responses-input.ts";
import { flatToolFields, toolFields } from "./tools.ts";
import { tracePrompts } from "./traces/trace-requests.ts";

const PATHS = {
  chat: "/chat/completions",
  completions: "/completions",
  responses: "/responses",
} as const;
const INTERFACE = "/v1";
/** Independent sequence of random numbers: entries of pools. */
const POOLS = 13;

/** The distinct requests of a set of kind `chat`; their contents are request bodies. */
export async function chatRequests(set: RequestSet, source: ChatSource): Promise<PreparedRequests> {
  if (source.conversation) return await conversationRequests(set, source, source.conversation);
  if (source.prompts.kind === "trace") return await traceRequests(set, source, source.prompts);
  const { promptFor, count } = await preparePrompts(set, source);
  const settings = { model: set.model, source, seed: set.seed };
  const encodeBody = (n: number) => Buffer.from(chatBody(settings, promptFor(n)));
  const requests = {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n: number) => [encodeBody(n)],
    expectedFor: () => null,
    // Groups are compared by first tokens.
    ...(source.prefixes &&
      source.streamed !== false && { groupOf: (n: number) => prefixGroup(source, set.seed, n) }),
    sequences: null,
  };
  if (source.audio) return { ...requests, onDemand: { instants: null } };
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
  return requests;
}

async function traceRequests(
  set: RequestSet,
  source: ChatSource,
  trace: RequestTrace,
): Promise<PreparedRequests> {
  const { model, seed, tokens: estimate = UNMEASURED } = set;
  const writing = { source, outputs: source.outputs, estimate, seed };
  const { count, promptFor, instants } = await tracePrompts(trace, writing);
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
  const body = (prompt: Prompt) => Buffer.from(chatBody(settings, prompt));
  const first = (n: number): Prompt => {
    const { messages, ...rest } = conversations.turn(n, 0);
    return { ...rest, content: messages };
  };
  return {
    count,
    different: count,
    inputsFor: () => [],
    contentsFor: (n) => [body(first(n))],
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
    const addMedia = await prepareMedia(source, set.seed);
    const promptFor = (n: number): Prompt => {
      const { content: text, maxTokens } = wordPrompt(
        source,
        set.tokens ?? UNMEASURED,
        set.seed,
        n,
      );
      const content = addMedia(text, n);
      const messages = [{ role: "user", content }];
      return { content: typeof content === "string" ? content : messages, maxTokens };
    };
    return { promptFor, count: set.distinctInputs };
  }
  const { all, count, at } = await readPrompts(prompts.path);
  refuseMessages(source, all);
  const promptFor = (n: number): Prompt => {
    const { isInput: _input, ...entry } = at(
      n,
      seededRandom(deriveSeed(deriveSeed(set.seed, POOLS), n)),
    );
    const drawn = drawLength(outputs, seededRandom(deriveSeed(set.seed, n)));
    return { ...entry, maxTokens: entry.maxTokens ?? drawn };
  };
  return { promptFor, count: Math.min(count ?? set.distinctInputs, set.distinctInputs) };
}

function refuseMessages({ endpoint }: ChatSource, entries: readonly FilePrompt[]): void {
  if (endpoint === "responses") return;
  const at = entries.findIndex(
    ({ content, isInput }) =>
      isInput || (endpoint === "completions" && typeof content !== "string"),
  );
  if (at === -1) return;
  const what = entries[at]?.isInput
    ? `the input of a response, which '${endpoint}' does not take; use the endpoint 'responses'`
    : "a list of messages, which completions do not take; use the endpoint 'chat' or 'responses'";
  throw new StatusError("INVALID_ARGUMENT", `Prompt ${at + 1} of the file is ${what}.`);
}

/** What all chat requests of a set share. */
export interface ChatSettings {
  readonly model: string;
  readonly source: ChatSource;
  readonly seed: number;
}

/** The body of a request as JSON (LAB-CHAT-1, LAB-RESP-1, LAB-WHOLE-1, LAB-TRACE-19). */
export function chatBody(
  { model, source, seed }: ChatSettings,
  prompt: Prompt,
  isStreamed = source.streamed !== false,
): string {
  const { fields, isVerbatim } = prompt;
  if (isVerbatim) return JSON.stringify(fields);
  const { ignoreEos, temperature } = source;
  return JSON.stringify({
    model,
    ...promptFields(source, prompt, isStreamed),
    temperature,
    ...(temperature > 0 && { seed: seed >>> 0 }),
    ...(ignoreEos && { ignore_eos: true }),
    ...(isStreamed && { stream: true }),
    ...fields,
  });
}

function promptFields(
  { endpoint, tools }: ChatSource,
  { content, maxTokens, mayCall = true }: Prompt,
  isStreamed: boolean,
): object {
  const usage = isStreamed && { stream_options: { include_usage: true } };
  switch (endpoint) {
    case "completions":
      return { prompt: content, max_tokens: maxTokens, ...usage };
    case "chat": {
      const messages = typeof content === "string" ? [{ role: "user", content }] : content;
      return {
        messages,
        max_tokens: maxTokens,
        ...(tools && toolFields(tools, mayCall)),
        ...usage,
      };
    }
    case "responses": {
      const input = typeof content === "string" ? content : toInputItems(content);
      const offered = tools && flatToolFields(tools, mayCall);
      return { input, max_output_tokens: maxTokens, store: false, ...offered };
    }
  }
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
