import { z } from "zod";
import { readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";
import type { AudioPart } from "./audio.ts";
import type { ContentPart } from "./media.ts";

const MAX_BYTES = 128 * 1024 * 1024;

export interface FilePrompt {
  /** A text, or messages. */
  readonly content: string | readonly unknown[];
  /** Messages are a response's input items. */
  readonly isInput: boolean;
  /** Null: as the plan says. */
  readonly maxTokens: number | null;
}

const length = z.number().int().min(1).max(1_000_000).optional();
const text = z.string().min(1);
const messages = z.array(z.looseObject({ role: z.string() })).min(1);
const strings = z.array(text).min(1);

/** A request as it is sent: in files of our own, and the `body` of a line of OpenAI's Batch API. */
const request = z.object({
  prompt: text.optional(),
  messages: messages.optional(),
  input: z.union([text, z.array(z.looseObject({})).min(1)]).optional(),
  max_tokens: length,
  max_completion_tokens: length,
  max_output_tokens: length,
});

/** A single turn of AIPerf (SingleTurn in src/aiperf/dataset/loader/models.py at 0109a64). */
const turn = z.object({
  text: text.optional(),
  texts: strings.optional(),
  image: text.optional(),
  images: strings.optional(),
  audio: text.optional(),
  audios: strings.optional(),
  output_length: length,
});

const AIPERF = ["text", "texts", "image", "images", "audio", "audios"] as const;

/**
 * Prompts of a JSON Lines file (LAB-CHAT-6); empty lines are skipped. INVALID_ARGUMENT names the line and what is wrong
 * with it; NOT_FOUND and PERMISSION_DENIED an unreadable file.
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
  const value = json(line, place);
  const members = (typeof value === "object" && value !== null ? value : {}) as Members;
  const { body } = members;
  if (typeof body === "object" && body !== null) return readRequest(body, `${place}, body`);
  const isTurn = AIPERF.some((name) => members[name] !== undefined);
  return isTurn ? readTurn(value, place) : readRequest(value, place);
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
  const read = checked(turn, value, place);
  const texts = listed("text", read.text, read.texts, place);
  const parts: ContentPart[] = [
    ...texts.map((each) => ({ type: "text" as const, text: each })),
    ...listed("image", read.image, read.images, place).map((each) => imagePart(each, place)),
    ...listed("audio", read.audio, read.audios, place).map((each) => audioPart(each, place)),
  ];
  const [only] = texts;
  const content =
    parts.length === 1 && only !== undefined ? only : [{ role: "user", content: parts }];
  return { content, isInput: false, maxTokens: read.output_length ?? null };
}

function listed(
  name: string,
  one: string | undefined,
  several: readonly string[] | undefined,
  place: string,
): readonly string[] {
  if (one !== undefined && several !== undefined)
    throw invalid(place, `it has both '${name}' and '${name}s'; give one of them.`);
  return several ?? (one === undefined ? [] : [one]);
}

/** Only what the file itself holds, or the server fetches: no other file is read. */
function imagePart(image: string, place: string): ContentPart {
  if (/^(data:image\/|https?:\/\/)/i.test(image))
    return { type: "image_url", image_url: { url: image } };
  throw invalid(
    place,
    `image is '${image.slice(0, 60)}'; it must be a data URL (data:image/…;base64,…) or an http(s) address.`,
  );
}

/** AIPerf's "wav,BASE64", or a data URL. */
function audioPart(audio: string, place: string): AudioPart {
  const [, format, data] =
    /^(?:data:audio\/)?(wav|mp3)(?:;base64)?,([A-Za-z0-9+/]+={0,2})$/.exec(audio) ?? [];
  if (format && data)
    return { type: "input_audio", input_audio: { data, format: format as "wav" | "mp3" } };
  throw invalid(
    place,
    `audio is '${audio.slice(0, 60)}'; it must be wav,BASE64 or mp3,BASE64, or a data URL of them.`,
  );
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
