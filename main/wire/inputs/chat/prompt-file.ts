import { z } from "zod";
import path from "node:path";
import type { Random } from "../random.ts";
import { filesIn, isFolder, readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";
import { isAiperfTurn, readAiperfTurn } from "./aiperf-turn.ts";
import type { ContentPart } from "./media.ts";
import type { RecordedFields } from "./recorded-fields.ts";

const MAX_BYTES = 128 * 1024 * 1024;

export interface FilePrompt extends RecordedFields {
  /** A text, or messages. */
  readonly content: string | readonly unknown[];
  /** Messages are a response's input items. */
  readonly isInput: boolean;
  /** Null: as the plan says. */
  readonly maxTokens: number | null;
}

export interface FilePrompts {
  /** Every prompt, or every part of the drawn ones. */
  readonly all: readonly FilePrompt[];
  /** Null: as many as are drawn. */
  readonly count: number | null;
  /** `random` is of this prompt alone. */
  readonly at: (n: number, random: Random) => FilePrompt;
}

const length = z.number().int().min(1).max(1_000_000).optional();
const text = z.string().min(1);
const messages = z.array(z.looseObject({ role: z.string() })).min(1);

/** A request as it is sent: in files of our own, and the `body` of a line of OpenAI's Batch API. */
const request = z.object({
  prompt: text.optional(),
  messages: messages.optional(),
  input: z.union([text, z.array(z.looseObject({})).min(1)]).optional(),
  max_tokens: length,
  max_completion_tokens: length,
  max_output_tokens: length,
});

/**
 * Prompts of a JSON Lines file, or of a folder of them (LAB-CHAT-6); empty lines are skipped. INVALID_ARGUMENT names the
 * line and what is wrong with it; NOT_FOUND and PERMISSION_DENIED an unreadable file.
 */
export async function readPrompts(file: string): Promise<FilePrompts> {
  if (await isFolder(file)) return await readPools(file);
  const all = toPrompts(await readBounded(file, MAX_BYTES), file, parsePrompt);
  return { all, count: all.length, at: (n) => all[n] as FilePrompt };
}

/** AIPerf's `random_pool`: each file is a pool; a prompt has an entry of each pool, drawn with replacement. */
async function readPools(folder: string): Promise<FilePrompts> {
  const pools: (readonly FilePrompt[])[] = [];
  let total = 0;
  for (const name of await filesIn(folder)) {
    const file = path.join(folder, name);
    const bytes = await readBounded(file, MAX_BYTES);
    total += bytes.length;
    if (total > MAX_BYTES)
      throw invalid(
        `'${folder}'`,
        `its files have more than ${MAX_BYTES} bytes together; leave some out.`,
      );
    pools.push(toPrompts(bytes, file, parsePoolEntry));
  }
  if (pools.length === 0) throw invalid(`'${folder}'`, "it holds no files of prompts.");
  return {
    all: pools.flat(),
    count: null,
    at: (_, random) =>
      joinEntries(pools.map((pool) => pool[Math.floor(random() * pool.length)] as FilePrompt)),
  };
}

function toPrompts(
  bytes: Buffer,
  file: string,
  parse: (line: string, place: string) => FilePrompt,
): FilePrompt[] {
  const lines = bytes.toString("utf8").split(/\r?\n/);
  const prompts = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [parse(line, `'${file}', line ${i + 1}`)],
  );
  if (prompts.length === 0) throw invalid(`'${file}'`, "it holds no prompts.");
  return prompts;
}

function parsePoolEntry(line: string, place: string): FilePrompt {
  const value = json(line, place);
  const { content } = readAiperfTurn(value, place);
  return {
    content: typeof content === "string" ? textParts(content) : content,
    isInput: false,
    maxTokens: null,
  };
}

const textParts = (text: string): readonly ContentPart[] => [{ type: "text", text }];

const KINDS = ["text", "image_url", "input_audio"] as const;

/** The texts of all entries, then their images, then their audio, as AIPerf sends them. */
function joinEntries(entries: readonly FilePrompt[]): FilePrompt {
  const parts = entries.flatMap(({ content }) => content as readonly ContentPart[]);
  const [first] = parts;
  const content = KINDS.flatMap((kind) => parts.filter(({ type }) => type === kind));
  return parts.length === 1 && first?.type === "text"
    ? { content: first.text, isInput: false, maxTokens: null }
    : { content: [{ role: "user", content }], isInput: false, maxTokens: null };
}

function parsePrompt(line: string, place: string): FilePrompt {
  const value = json(line, place);
  const members = (typeof value === "object" && value !== null ? value : {}) as Members;
  const { body } = members;
  if (typeof body === "object" && body !== null) return readRequest(body, `${place}, body`);
  return isAiperfTurn(members) ? readTurn(value, place) : readRequest(value, place);
}

type Members = Readonly<Record<string, unknown>>;

function readRequest(value: unknown, place: string): FilePrompt {
  const read = checked(request, value, place);
  const { prompt, messages: list, input } = read;
  const given = [prompt, list, input].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw invalid(place, "it must have one of 'prompt', 'messages' and 'input'.");
  const maxTokens = read.max_tokens ?? read.max_completion_tokens ?? read.max_output_tokens ?? null;
  const isInput = typeof input === "object";
  return { content: given[0] as FilePrompt["content"], isInput, maxTokens };
}

function readTurn(value: unknown, place: string): FilePrompt {
  const { content, maxTokens, extra } = readAiperfTurn(value, place);
  const isText = typeof content === "string";
  return {
    content: isText ? content : [{ role: "user", content }],
    isInput: false,
    maxTokens,
    ...(extra && { fields: extra }),
  };
}

function checked<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(place, `${[...(issue?.path ?? []), issue?.message].join(": ")}.`);
}

function json(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw invalid(place, `it is no JSON: ${(error as Error).message}.`);
  }
}
