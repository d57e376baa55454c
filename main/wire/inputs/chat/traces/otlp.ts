import { invalid } from "../../sources/invalid.ts";
import type { RecordedMessage } from "./session-rows.ts";
import type { TraceRows } from "./trace.ts";
import { listAt, objectAt, readTokens } from "./trace-fields.ts";

const INPUT = ["gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"] as const;
const OUTPUT = ["gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"] as const;
const OPERATION = "gen_ai.operation.name";
const CONVERSATION = "gen_ai.conversation.id";
const MESSAGES = "gen_ai.input.messages";
/** Operations that are one call of a model; agents' spans repeat the tokens of the calls within them. */
const CALLS: ReadonlySet<unknown> = new Set(["chat", "text_completion", "generate_content"]);

/** Adds the spans of an ExportTraceServiceRequest in OTLP's JSON that are calls of a model (LAB-TRACE-4). */
export function readOtlpRequest(value: unknown, place: string, rows: TraceRows): void {
  let count = 0;
  const request = objectAt(value, place);
  for (const resource of listAt(request["resourceSpans"], "resourceSpans", place)) {
    const { scopeSpans } = objectAt(resource, `${place}, resourceSpans`);
    for (const scope of listAt(scopeSpans, "scopeSpans", place)) {
      const { spans } = objectAt(scope, `${place}, scopeSpans`);
      for (const span of listAt(spans, "spans", place)) {
        count += 1;
        readSpan(objectAt(span, `${place}, span ${count}`), `${place}, span ${count}`, rows);
      }
    }
  }
}

function readSpan(span: Readonly<Record<string, unknown>>, place: string, rows: TraceRows): void {
  const attributes = readAttributes(span["attributes"], place);
  const [input, output] = [INPUT, OUTPUT].map((names) =>
    names.find((name) => attributes.has(name)),
  );
  if (input === undefined || output === undefined) {
    rows.skip("spans without gen_ai.usage");
    return;
  }
  const operation = attributes.get(OPERATION);
  if (operation !== undefined && !CALLS.has(operation)) {
    rows.skip(`spans of other operations than ${[...CALLS].join(", ")}`);
    return;
  }
  rows.add(
    {
      at: readNanos(span["startTimeUnixNano"], "startTimeUnixNano", place),
      inputTokens: readTokens(attributes.get(input), input, place),
      outputTokens: readTokens(attributes.get(output), output, place),
      session: textOr(attributes.get(CONVERSATION)),
      endedAt:
        span["endTimeUnixNano"] === undefined
          ? null
          : readNanos(span["endTimeUnixNano"], "endTimeUnixNano", place),
      message: lastMessage(attributes.get(MESSAGES)),
    },
    place,
  );
}

const textOr = (value: unknown): string | null => (typeof value === "string" ? value : null);

interface Message {
  readonly role?: unknown;
  readonly parts?: readonly { readonly type?: unknown; readonly content?: unknown }[];
}

/** The last message, where it is the user's; null where messages are not recorded, or not as text. */
function lastMessage(value: unknown): RecordedMessage | null {
  if (typeof value !== "string") return null;
  try {
    const messages: unknown = JSON.parse(value);
    const last = Array.isArray(messages) ? (messages.at(-1) as Message | null) : null;
    if (last?.role !== "user" || !Array.isArray(last.parts)) return null;
    const texts = last.parts.flatMap((part: { type?: unknown; content?: unknown } | null) =>
      part?.type === "text" && typeof part.content === "string" ? part.content : [],
    );
    const content = texts.join("\n");
    return content === "" ? null : { content, system: null };
  } catch {
    return null;
  }
}

/** 64-bit integers are texts in the JSON of protobuf, but not of every exporter. */
function readAttributes(list: unknown, place: string): ReadonlyMap<string, unknown> {
  const attributes = new Map<string, unknown>();
  for (const each of listAt(list, "attributes", place)) {
    const { key, value } = objectAt(each, `${place}, attributes`);
    if (typeof key !== "string" || !key.startsWith("gen_ai.")) continue;
    const { intValue, doubleValue, stringValue } = objectAt(value, `${place}, ${key}`);
    const isDigits = typeof intValue === "string" && /^\d{1,15}$/.test(intValue);
    attributes.set(key, isDigits ? Number(intValue) : (intValue ?? doubleValue ?? stringValue));
  }
  return attributes;
}

/** ms since the epoch. */
function readNanos(value: unknown, field: string, place: string): number {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text === "string" && /^\d{1,20}$/.test(text)) {
    return Number(BigInt(text) / 1000n) / 1000;
  }
  throw invalid(
    place,
    `${field} is ${JSON.stringify(value)?.slice(0, 60) ?? "missing"}; it must be a whole number of ns since 1970.`,
  );
}
