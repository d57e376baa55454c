import { z } from "zod";
import { readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";

const MAX_BYTES = 128 * 1024 * 1024;
const MAX_DOCUMENTS = 10_000;

const text = z.string().min(1);
/** `prompt`: as `vllm bench serve` has it in custom datasets. */
const embedded = z
  .object({ text: text.optional(), prompt: text.optional() })
  .refine((entry) => (entry.text === undefined) !== (entry.prompt === undefined), {
    error: "it must have either a 'text' or a 'prompt'",
  });
const ranked = z.object({ query: text, documents: z.array(text).min(1).max(MAX_DOCUMENTS) });

export interface RankedDocuments {
  readonly query: string;
  readonly documents: readonly string[];
}

/**
 * The texts of a JSON Lines file, in its order (LAB-CHAT-40). INVALID_ARGUMENT names the line and what is wrong with it;
 * NOT_FOUND and PERMISSION_DENIED an unreadable file.
 */
export const readTexts = async (path: string): Promise<string[]> =>
  (await readEntries(path, embedded)).map(({ text: own, prompt }) => own ?? (prompt as string));

/** Queries with their documents. Rejects as `readTexts` does. */
export const readRankings = (path: string): Promise<RankedDocuments[]> => readEntries(path, ranked);

async function readEntries<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await readBounded(path, MAX_BYTES)).toString("utf8").split(/\r?\n/);
  const entries = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [parseEntry(line, schema, `'${path}', line ${i + 1}`)],
  );
  if (entries.length === 0) throw invalid(`'${path}'`, "it holds no texts.");
  return entries;
}

function parseEntry<T>(line: string, schema: z.ZodType<T>, place: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw invalid(place, `it is no JSON: ${(error as Error).message}.`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(place, `${[...(issue?.path ?? []), issue?.message].join(": ")}.`);
}
