import { z } from "zod";

/**
 * What is read of responses: OpenAI's API reference, and as vllm-project/vllm has it: vllm/entrypoints/openai/
 * chat_completion/{protocol,serving}.py and completion/{protocol,serving}.py, `metrics` from
 * docs/features/per_request_metrics.md; `timings` from ggml-org/llama.cpp, tools/server/README.md. Members that are not as they should be are taken as missing.
 */
const text = z.string().nullish().catch(null);
const count = z.number().nullish().catch(null);

const said = z
  .object({
    content: text,
    reasoning: text,
    reasoning_content: text,
    tool_calls: z
      .array(
        z.object({
          index: count,
          function: z.object({ name: text, arguments: text }).nullish().catch(null),
        }),
      )
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null);
export type Said = NonNullable<z.infer<typeof said>>;

export const piece = z.object({
  model: text,
  choices: z
    .array(z.object({ index: count, text, delta: said, message: said, finish_reason: text }))
    .nullish()
    .catch(null),
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
      completion_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  metrics: z
    .object({ queue_time_ms: count, time_to_first_token_ms: count, generation_time_ms: count })
    .nullish()
    .catch(null),
  timings: z.object({ prompt_ms: count, predicted_ms: count }).nullish().catch(null),
  error: z.unknown().optional(),
});
export type Piece = z.infer<typeof piece>;

const error = z.object({ message: z.string(), type: z.string().nullish().catch(null) });

/** The server's words on what went wrong, and what it calls that. */
export function parseError(value: unknown): { readonly name: string; readonly words: string } {
  if (typeof value === "string") return { name: "", words: value };
  const { data } = error.safeParse(value);
  if (data) return { name: data.type ?? "", words: data.message };
  return { name: "", words: JSON.stringify(value).slice(0, 1000) };
}

const refusal = z.object({
  error: z.unknown().optional(),
  /** Of vLLM's older responses. */
  message: z.string().optional(),
  /** Of FastAPI's. */
  detail: z.unknown().optional(),
});

/** The words of a response that is no 200. */
export function readErrorText(body: string): string {
  const { data } = refusal.safeParse(parsed(body));
  const fault = data?.error ?? data?.message ?? data?.detail;
  if (fault !== undefined && fault !== null) return parseError(fault).words;
  return body.trim().slice(0, 1000) || "The response is empty.";
}

/** Null for what is no JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
