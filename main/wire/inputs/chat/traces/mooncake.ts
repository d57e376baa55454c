import { TRACE_BLOCK_TOKENS } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import type { TraceRows } from "./trace.ts";
import { listAt, objectAt, parseJsonAt, readInstant, readTokens } from "./trace-fields.ts";

/** Adds a line of Mooncake's trace (LAB-TRACE-1). */
export function readMooncakeLine(line: string, place: string, rows: TraceRows): void {
  const entry = objectAt(parseJsonAt(line, place), place);
  const inputTokens = readTokens(entry["input_length"], "input_length", place);
  rows.add(
    {
      at: readInstant(entry["timestamp"], "timestamp", place, 1),
      inputTokens,
      outputTokens: readTokens(entry["output_length"], "output_length", place),
      blocks: readBlocks(entry["hash_ids"], inputTokens, place),
    },
    place,
  );
}

function readBlocks(value: unknown, inputTokens: number, place: string): readonly number[] {
  const ids = listAt(value, "hash_ids", place);
  const wrong = ids.findIndex((id) => !Number.isSafeInteger(id) || (id as number) < 0);
  if (wrong !== -1) {
    throw invalid(
      place,
      `hash_ids[${wrong}] is ${JSON.stringify(ids[wrong])?.slice(0, 60)}; it must be a whole number of at least 0.`,
    );
  }
  const most = Math.ceil(inputTokens / TRACE_BLOCK_TOKENS);
  if (ids.length <= most) return ids as readonly number[];
  throw invalid(
    place,
    `hash_ids has ${ids.length} blocks, but input_length, ${inputTokens}, makes ${most} of ${TRACE_BLOCK_TOKENS} tokens; traces with other blocks cannot be replayed.`,
  );
}
