import { TRACE_BLOCK_TOKENS } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import { estimateTokens } from "./sharegpt.ts";
import type { TraceRows } from "./trace.ts";
import {
  type JsonObject,
  listAt,
  objectAt,
  parseJsonAt,
  readInstant,
  readTokens,
} from "./trace-fields.ts";

/** Adds a line of Mooncake's trace, or of AIPerf's with sessions (LAB-TRACE-1, LAB-TRACE-16). */
export function readMooncakeLine(line: string, place: string, rows: TraceRows): void {
  readMooncakeEntry(objectAt(parseJsonAt(line, place), place), place, rows);
}

export function readMooncakeEntry(entry: JsonObject, place: string, rows: TraceRows): void {
  for (const field of ["messages", "payload"])
    if (entry[field] !== undefined && entry[field] !== null)
      throw invalid(place, `it has ${field}, which is AIPerf's; choose the format AIPerf.`);
  const text = readText(entry["text_input"], "text_input", place);
  const fields = readExtra(entry["extra"], place);
  const inputTokens =
    text === null ? readTokens(entry["input_length"], "input_length", place) : estimateTokens(text);
  const session = readText(entry["session_id"], "session_id", place);
  const message = { content: text, system: null, ...(fields && { fields }) };
  rows.add(
    {
      at: readOptional(entry, "timestamp", place, session === null),
      inputTokens,
      outputTokens: readTokens(entry["output_length"], "output_length", place),
      blocks: readBlocks(entry["hash_ids"], inputTokens, place),
      // No id of a file begins with a NUL.
      session: session ?? (fields === null ? null : `\0${place}`),
      thinkMs: readOptional(entry, "delay", place, false),
      message: text === null && fields === null ? null : message,
    },
    place,
  );
}

/** Null where it is missing or empty. */
function readExtra(value: unknown, place: string): JsonObject | null {
  if (value === undefined || value === null) return null;
  const extra = objectAt(value, `${place}, extra`);
  return Object.keys(extra).length === 0 ? null : extra;
}

/** ms; null where it is missing and need not be there. */
export function readOptional(
  entry: Readonly<Record<string, unknown>>,
  field: string,
  place: string,
  isNeeded: boolean,
): number | null {
  const value = entry[field];
  return !isNeeded && (value === undefined || value === null)
    ? null
    : readInstant(value, field, place, 1);
}

/** Null where it is missing. */
export function readText(value: unknown, field: string, place: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && value !== "") return value;
  throw invalid(
    place,
    `${field} is ${JSON.stringify(value)?.slice(0, 60)}; it must be a text that is not empty.`,
  );
}

export function readBlockIds(value: unknown, place: string): readonly number[] {
  const ids = listAt(value, "hash_ids", place);
  const wrong = ids.findIndex((id) => !Number.isSafeInteger(id) || (id as number) < 0);
  if (wrong !== -1) {
    throw invalid(
      place,
      `hash_ids[${wrong}] is ${JSON.stringify(ids[wrong])?.slice(0, 60)}; it must be a whole number of at least 0.`,
    );
  }
  return ids as readonly number[];
}

function readBlocks(value: unknown, inputTokens: number, place: string): readonly number[] {
  const ids = readBlockIds(value, place);
  const most = Math.ceil(inputTokens / TRACE_BLOCK_TOKENS);
  if (ids.length <= most) return ids;
  throw invalid(
    place,
    `hash_ids has ${ids.length} blocks, but input_length, ${inputTokens}, makes ${most} of ${TRACE_BLOCK_TOKENS} tokens; traces with other blocks cannot be replayed.`,
  );
}
