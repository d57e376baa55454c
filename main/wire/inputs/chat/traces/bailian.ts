import { createHash } from "node:crypto";
import { TRACE_BLOCK_TOKENS } from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import { readBlockIds } from "./mooncake.ts";
import type { TraceRows } from "./trace.ts";
import { objectAt, parseJsonAt, readInstant, readTokens } from "./trace-fields.ts";

/** Tokens of one of Bailian's `hash_ids`. */
const OWN_BLOCK_TOKENS = 16;
const PER_BLOCK = TRACE_BLOCK_TOKENS / OWN_BLOCK_TOKENS;
const ROOT = -1;

/** Alibaba Cloud's Bailian traces (LAB-TRACE-21). */
export class BailianTrace {
  readonly #rows: TraceRows;
  /** The first request of each one's conversation. */
  readonly #roots = new Map<number, number>();

  constructor(rows: TraceRows) {
    this.#rows = rows;
  }

  line(line: string, place: string): void {
    const entry = objectAt(parseJsonAt(line, place), place);
    const inputTokens = readTokens(entry["input_length"], "input_length", place);
    this.#rows.add(
      {
        at: readInstant(entry["timestamp"], "timestamp", place, 1 / 1000),
        inputTokens,
        outputTokens: readTokens(entry["output_length"], "output_length", place),
        session: String(this.#rootOf(entry["chat_id"], entry["parent_chat_id"] ?? ROOT, place)),
        blocks: toBlocks(readBlockIds(entry["hash_ids"], place), inputTokens, place),
      },
      place,
    );
  }

  /** Requests are in order of their arrival, so that a parent comes first; one that isn't there begins a conversation. */
  #rootOf(id: unknown, parent: unknown, place: string): number {
    const chat = readId(id, "chat_id", place);
    const above = readId(parent, "parent_chat_id", place);
    const root = above === ROOT ? chat : (this.#roots.get(above) ?? chat);
    this.#roots.set(chat, root);
    return root;
  }
}

function readId(value: unknown, field: string, place: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= ROOT) return value as number;
  throw invalid(
    place,
    `${field} is ${JSON.stringify(value)?.slice(0, 60)}; it must be a whole number of at least ${ROOT}.`,
  );
}

/** Of as many tokens as a replay's blocks have: the same for the same ids. What is left over at the end is the request's own. */
function toBlocks(ids: readonly number[], inputTokens: number, place: string): number[] {
  const most = Math.ceil(inputTokens / OWN_BLOCK_TOKENS);
  if (ids.length > most)
    throw invalid(
      place,
      `hash_ids has ${ids.length} blocks, but input_length, ${inputTokens}, makes ${most} of ${OWN_BLOCK_TOKENS} tokens.`,
    );
  return Array.from({ length: Math.floor(ids.length / PER_BLOCK) }, (_, n) => {
    const own = ids.slice(n * PER_BLOCK, (n + 1) * PER_BLOCK);
    return createHash("sha256").update(own.join()).digest().readUIntBE(0, 6);
  });
}
