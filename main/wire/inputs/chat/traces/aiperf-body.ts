import { z } from "zod";
import { invalid } from "../../sources/invalid.ts";
import type { ChatMessage } from "../prepared-conversations.ts";
import { optionalFields } from "../recorded-fields.ts";
import type { RecordedRequest } from "./session-rows.ts";
import { estimateTokens } from "./sharegpt.ts";
import { MAX_TOKENS } from "./trace.ts";
import type { JsonObject } from "./trace-fields.ts";

const length = z.number().int().min(1).max(MAX_TOKENS);
const object = z.record(z.string(), z.unknown());

/** `MooncakeTrace` of aiperf 0.13.0 with texts of its own (dataset/loader/models.py); `message_mode` of its source at 0109a64. */
const line = z.object({
  text_input: z.string().min(1).nullish(),
  messages: z
    .array(z.looseObject({ role: z.string() }))
    .min(1)
    .nullish(),
  tools: z.array(object).min(1).nullish(),
  message_mode: z.enum(["history", "delta"]).nullish(),
  payload: object.nullish(),
  output_length: length.nullish(),
  extra: optionalFields,
});

interface ReadBody {
  readonly inputTokens: number;
  /** Null: not recorded. */
  readonly outputTokens: number | null;
  readonly message: RecordedRequest;
}

const INPUTS = ["text_input", "messages", "payload"] as const;

/** A request by its messages, its whole body or its text (LAB-TRACE-19). INVALID_ARGUMENT names the field. */
export function readAiperfBody(entry: JsonObject, place: string): ReadBody {
  if ((entry["input_length"] ?? null) !== null)
    throw invalid(
      place,
      "it has input_length, and a text or messages of its own; give one of them.",
    );
  const { data: read, error } = line.safeParse(entry);
  if (!read) {
    const [issue] = error.issues;
    throw invalid(place, `${issue?.path.join(".")}: ${issue?.message}.`);
  }
  const given = INPUTS.filter((name) => read[name] !== undefined && read[name] !== null);
  if (given.length !== 1)
    throw invalid(
      place,
      given.length === 0
        ? "it has none of turns, text, image, audio, text_input, messages and payload."
        : `it has ${given.join(" and ")}; give one of them.`,
    );
  const { messages, tools, payload, extra, text_input: text } = read;
  if (tools && !messages) throw invalid(place, "it has tools, which only messages have.");
  const outputTokens = read.output_length ?? null;
  const fields = { ...(tools && { tools }), ...extra };
  if (messages) {
    const written = JSON.stringify(messages);
    const isWhole = read.message_mode !== "delta";
    if (!isWhole && "messages" in fields)
      throw invalid(place, "extra has messages, which would replace those of a delta.");
    return {
      inputTokens: estimateTokens(written),
      outputTokens,
      message: {
        messages: messages as unknown as readonly ChatMessage[],
        fields,
        isWhole,
        length: written.length,
      },
    };
  }
  if (payload) {
    const written = JSON.stringify(payload);
    if (written === "{}") throw invalid(place, "payload is empty; it must be a request's body.");
    return {
      inputTokens: estimateTokens(written),
      outputTokens: outputTokens ?? limitOf(payload),
      message: { messages: null, fields: payload, isWhole: true, length: written.length },
    };
  }
  const content = text ?? "";
  return {
    inputTokens: estimateTokens(content),
    outputTokens,
    message: { content, system: null, fields },
  };
}

/** A body's own limit of tokens; null: none. */
function limitOf({
  max_tokens,
  max_completion_tokens,
  max_output_tokens,
}: JsonObject): number | null {
  const given = length.safeParse(max_tokens ?? max_completion_tokens ?? max_output_tokens);
  return given.success ? given.data : null;
}
