import { z } from "zod";
import { readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";

const MAX_BYTES = 128 * 1024 * 1024;

const entry = z
  .object({
    prompt: z.string().min(1).optional(),
    messages: z
      .array(z.looseObject({ role: z.string() }))
      .min(1)
      .optional(),
    max_tokens: z.number().int().min(1).max(1_000_000).optional(),
  })
  .refine(({ prompt, messages }) => (prompt === undefined) !== (messages === undefined), {
    error: "it must have either a 'prompt' or 'messages'",
  });

export interface FilePrompt {
  readonly content: string | readonly unknown[];
  /** Null: as the plan says. */
  readonly maxTokens: number | null;
}

/**
 * Prompts of a JSON Lines file; empty lines are skipped. INVALID_ARGUMENT names the line and what is wrong with it;
 * NOT_FOUND and PERMISSION_DENIED an unreadable file.
 */
export async function readPrompts(path: string): Promise<FilePrompt[]> {
  const lines = (await readBounded(path, MAX_BYTES)).toString("utf8").split(/\r?\n/);
  const prompts = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [parsePrompt(line, `'${path}', line ${i + 1}`)],
  );
  if (prompts.length === 0) throw invalid(`'${path}'`, "it holds no prompts.");
  return prompts;
}

function parsePrompt(line: string, place: string): FilePrompt {
  const read = entry.safeParse(json(line, place));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalid(place, `${[...(issue?.path ?? []), issue?.message].join(": ")}.`);
  }
  const { prompt, messages, max_tokens: maxTokens = null } = read.data;
  return { content: prompt ?? (messages as unknown[]), maxTokens };
}

function json(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    throw invalid(place, `it is no JSON: ${(error as Error).message}.`);
  }
}
