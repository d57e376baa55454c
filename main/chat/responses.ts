import { z } from "zod";
import type { TrialStatus } from "../contract/index.ts";
import { type Piece, piece } from "./wire.ts";

/**
 * What is read of the Responses API: openai/openai-node 7.5.0 at 7b7d6ca, src/resources/responses/responses.ts. llama.cpp's events
 * (tools/server/server-task.cpp) name calls by `item_id` alone. Members that are not as they should be are taken as missing.
 */
const text = z.string().nullish().catch(null);
const count = z.number().nullish().catch(null);
const list = <T extends z.ZodType>(of: T) => z.array(of).nullish().catch(null);
const parts = list(z.object({ text, refusal: text }));

const item = z.object({
  type: text,
  id: text,
  call_id: text,
  name: text,
  arguments: text,
  content: parts,
  summary: parts,
});
type Item = z.infer<typeof item>;

const error = z.object({ code: text, message: text }).nullish().catch(null);

const response = z.object({
  status: text,
  model: text,
  output: list(item),
  error,
  incomplete_details: z.object({ reason: text }).nullish().catch(null),
  usage: z
    .object({
      input_tokens: count,
      output_tokens: count,
      input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
      output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});
type State = z.infer<typeof response>;

const event = z.object({
  type: z.string().refine((type) => type === "error" || type.startsWith("response.")),
  delta: text,
  item_id: text,
  item: item.nullish().catch(null),
  response: response.nullish().catch(null),
  error,
  message: text,
  code: text,
});
type Event = z.infer<typeof event>;

/** A part of a response as a chat would have sent it. */
export interface ResponsePart {
  readonly piece: Piece;
  readonly failure: TrialStatus | null;
  /** It ends the stream. */
  readonly isLast: boolean;
}

const LAST: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/** Members of a chat's delta by the kinds of deltas. */
const TEXTS: Readonly<Record<string, "content" | "reasoning">> = {
  "response.output_text.delta": "content",
  "response.refusal.delta": "content",
  "response.reasoning_text.delta": "reasoning",
  "response.reasoning_summary_text.delta": "reasoning",
};

/** Reads the events of one streamed response. */
export class ResponseEvents {
  /** Calls of tools in their order, by the names that events have for them. */
  readonly #calls = new Map<string, number>();
  readonly #withArguments = new Set<number>();
  #count = 0;
  /** Whether there were any. */
  isUsed = false;

  /** Null for what is no event of a response. */
  read(value: unknown): ResponsePart | null {
    const { data } = event.safeParse(value);
    if (!data) return null;
    this.isUsed = true;
    const isLast = LAST.has(data.type);
    if (isLast) return { ...ended(data.response ?? {}, data.type), isLast };
    const failure = data.type === "error" ? failed(data.error ?? data) : null;
    const delta = this.#delta(data);
    return { piece: said(delta, data.response?.model), failure, isLast };
  }

  #delta({ type, delta, item_id: id, item: call }: Event): Delta {
    const member = TEXTS[type];
    if (member) return { [member]: delta };
    if (type === "response.function_call_arguments.delta") return this.#arguments(id, delta);
    if (call?.type !== "function_call") return null;
    if (type === "response.output_item.added") {
      const index = this.#count++;
      for (const name of [call.id, call.call_id]) if (name) this.#calls.set(name, index);
      return { tool_calls: [{ index, function: { name: call.name } }] };
    }
    // Some servers send arguments at once.
    const isUnsaid = !this.#withArguments.has(this.#indexOf(call.id ?? call.call_id));
    return type === "response.output_item.done" && isUnsaid
      ? this.#arguments(call.id ?? call.call_id, call.arguments)
      : null;
  }

  #arguments(id: string | null | undefined, more: string | null | undefined): Delta {
    const index = this.#indexOf(id);
    this.#withArguments.add(index);
    return { tool_calls: [{ index, function: { arguments: more } }] };
  }

  /** Of the call that began last where the name is not known. */
  #indexOf(id: string | null | undefined): number {
    return this.#calls.get(id ?? "") ?? Math.max(0, this.#count - 1);
  }
}

/** A response that is not streamed; null if the value isn't one. */
export function readResponse(value: unknown): Omit<ResponsePart, "isLast"> | null {
  if ((value as { object?: unknown } | null)?.object !== "response") return null;
  const { data } = response.safeParse(value);
  if (!data) return null;
  const { piece: end, failure } = ended(data, "");
  const [choice] = end.choices ?? [];
  const message = {
    content: textOf(data.output, "message"),
    reasoning: textOf(data.output, "reasoning"),
    tool_calls: (data.output ?? [])
      .filter(({ type }) => type === "function_call")
      .map((call, index) => ({ index, function: call })),
  };
  return { piece: { ...end, choices: [{ ...choice, message }] }, failure };
}

type Delta = object | null;

/** Parsed as a chat's, so that one place knows how that is read. */
const said = (delta: Delta, model: string | null | undefined): Piece =>
  piece.parse({ model, choices: delta === null ? [] : [{ index: 0, delta }] });

function textOf(items: readonly Item[] | null | undefined, type: string): string {
  return (items ?? [])
    .filter((each) => each.type === type)
    .flatMap(({ content, summary }) => [...(summary ?? []), ...(content ?? [])])
    .map(({ text: words, refusal }) => words ?? refusal ?? "")
    .join("");
}

/** A response's state at its end: its usage, and why it ended in the server's word. */
function ended(state: State, type: string): Omit<ResponsePart, "isLast"> {
  const { status, error: fault, incomplete_details: details, usage, model } = state;
  const reason = details?.reason ?? status ?? null;
  return {
    piece: piece.parse({
      model,
      choices: [{ index: 0, finish_reason: reason }],
      usage: usage && {
        prompt_tokens: usage.input_tokens,
        completion_tokens: usage.output_tokens,
        prompt_tokens_details: usage.input_tokens_details,
        completion_tokens_details: usage.output_tokens_details,
      },
    }),
    failure:
      type === "response.failed" || status === "failed" || fault ? failed(fault ?? {}) : null,
  };
}

const failed = (fault: z.input<typeof error>): TrialStatus => ({
  ok: false,
  code: fault?.code ?? "error",
  message: fault?.message ?? "The server gives no reason.",
});
