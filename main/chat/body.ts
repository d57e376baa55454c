import { StatusError } from "../../base/status-error.ts";
import {
  type ChatRequest,
  hasResponses,
  isPoolingRequest,
  type ServerKind,
} from "../contract/index.ts";
import { chatInterface } from "../wire/index.ts";

type Members = Readonly<Record<string, unknown>>;

export interface PreparedBody {
  /** Behind the target's own path. */
  readonly path: string;
  readonly body: Members;
  /** Members that the form had set and the user's own JSON changed or took away. */
  readonly changed: readonly string[];
}

/** INVALID_ARGUMENT with `details.field` for what cannot be sent. */
export function prepareBody(request: ChatRequest, kind: ServerKind): PreparedBody {
  checkFields(request, kind);
  const own = ownMembers(request.more);
  const formed = formMembers(request);
  const body = merged(formed, own) as Members;
  if (typeof body["model"] !== "string" || body["model"] === "")
    throw invalid("more", "The JSON takes the model away: name it, as a text.");
  return {
    path: toPath(request, kind),
    body,
    changed: Object.keys(formed).filter(
      (name) => JSON.stringify(formed[name]) !== JSON.stringify(body[name]),
    ),
  };
}

function checkFields(request: ChatRequest, kind: ServerKind): void {
  const { endpoint, messages, prompt, texts, query } = request;
  if (isPoolingRequest(request)) {
    if (texts.length === 0) throw invalid("texts", "There is no text: at least one is needed.");
    const empty = texts.findIndex((text) => text.trim() === "");
    if (empty !== -1) throw invalid("texts", `Text ${empty + 1} is empty. Enter it or remove it.`);
    if (endpoint === "rerank" && query.trim() === "")
      throw invalid("query", "The query is empty. Enter what the documents are ranked by.");
    return;
  }
  if (endpoint !== "completions" && messages.length === 0)
    throw invalid("messages", "There is no message: at least one is needed.");
  if (endpoint === "responses" && !hasResponses(kind))
    throw invalid("endpoint", "This server doesn't have the Responses API. Choose Chat.");
  if (endpoint === "completions" && prompt === "")
    throw invalid("prompt", "The prompt is empty: a completion needs one to go on from.");
}

function toPath({ endpoint, rerankPath }: ChatRequest, kind: ServerKind): string {
  const isBare = endpoint === "rerank" && rerankPath === "bare";
  return `${isBare ? "" : chatInterface(kind)}${PATHS[endpoint]}`;
}

const PATHS = {
  chat: "/chat/completions",
  completions: "/completions",
  responses: "/responses",
  embeddings: "/embeddings",
  rerank: "/rerank",
} as const;

function formMembers(request: ChatRequest): Members {
  return isPoolingRequest(request) ? poolingMembers(request) : generationMembers(request);
}

function poolingMembers({ model, endpoint, texts, query, dimensions, topN }: ChatRequest): Members {
  return endpoint === "rerank"
    ? { model, query, documents: texts, ...(topN !== null && { top_n: topN }) }
    : {
        model,
        input: texts,
        encoding_format: "float",
        ...(dimensions !== null && { dimensions }),
      };
}

function generationMembers(request: ChatRequest): Members {
  const { model, endpoint, stream } = request;
  const { maxTokens, temperature, topP, seed, stop } = request;
  const isResponse = endpoint === "responses";
  return {
    model,
    ...promptMembers(request),
    ...(maxTokens !== null && { [isResponse ? "max_output_tokens" : "max_tokens"]: maxTokens }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(seed !== null && { seed }),
    ...(stop.length > 0 && { stop }),
    stream,
    ...(stream && !isResponse && { stream_options: { include_usage: true } }),
  };
}

function promptMembers({ endpoint, messages, prompt }: ChatRequest): Members {
  switch (endpoint) {
    case "chat":
      return { messages };
    case "completions":
      return { prompt };
    default:
      return { input: messages };
  }
}

function ownMembers(text: string): Members {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid("more", `This is no JSON: ${(error as Error).message}.`);
  }
  if (isObject(value)) return value;
  throw invalid(
    "more",
    'This is JSON, but no object: write members in braces, like {"top_k": 20}.',
  );
}

/** RFC 7396: objects are merged, null takes a member away, all else replaces. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const members = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name);
    else members.set(name, merged(members.get(name), value));
  }
  return Object.fromEntries(members);
}

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function invalid(field: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field } });
}
