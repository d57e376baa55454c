import { z } from "zod";
import { invalid } from "../sources/invalid.ts";
import type { AudioPart } from "./audio.ts";
import type { ContentPart } from "./media.ts";
import { type JsonFields, optionalFields } from "./recorded-fields.ts";

const text = z.string().min(1);
const length = z.number().int().min(1).max(1_000_000).nullish();
/** Texts, or named lists of them (`Text` in aiperf's common/models/dataset_models.py). */
const texts = z.array(z.union([text, z.object({ contents: z.array(text) })])).nullish();
const strings = z.array(text).nullish();

/** `SingleTurn` of aiperf 0.13.0 (dataset/loader/models.py), as far as it is sent. */
const turn = z.object({
  text: text.nullish(),
  texts,
  image: text.nullish(),
  images: strings,
  audio: text.nullish(),
  audios: strings,
  video: z.unknown().optional(),
  videos: z.unknown().optional(),
  output_length: length,
  extra: optionalFields,
});

const FIELDS = ["text", "texts", "image", "images", "audio", "audios"] as const;

export interface AiperfTurn {
  readonly content: string | readonly ContentPart[];
  /** Null: not given. */
  readonly maxTokens: number | null;
  /** Of the request's body, in place of its own (LAB-TRACE-19). */
  readonly extra?: JsonFields;
}

/** Whether a line is a single turn of AIPerf. */
export const isAiperfTurn = (members: Readonly<Record<string, unknown>>): boolean =>
  FIELDS.some((name) => members[name] !== undefined);

/** What AIPerf sends of a turn (LAB-CHAT-6). INVALID_ARGUMENT names the field. */
export function readAiperfTurn(value: unknown, place: string): AiperfTurn {
  const { data: read, error } = turn.safeParse(value);
  if (!read) {
    const [issue] = error.issues;
    throw invalid(place, `${[...(issue?.path ?? []), issue?.message].join(": ")}.`);
  }
  if (read.video || read.videos)
    throw invalid(place, "it has a video, which is not sent; leave it out.");
  const several = read.texts?.flatMap((each) => (typeof each === "string" ? each : each.contents));
  const words = listed("text", read.text, several, place);
  const content: ContentPart[] = [
    ...words.map((each) => ({ type: "text" as const, text: each })),
    ...listed("image", read.image, read.images, place).map((each) => imagePart(each, place)),
    ...listed("audio", read.audio, read.audios, place).map((each) => audioPart(each, place)),
  ];
  if (content.length === 0) throw invalid(place, "it has no 'text', 'image' or 'audio'.");
  const [only] = words;
  const isText = content.length === 1 && only !== undefined;
  return {
    content: isText ? only : content,
    maxTokens: read.output_length ?? null,
    ...(read.extra && { extra: read.extra }),
  };
}

function listed(
  name: string,
  one: string | null | undefined,
  several: readonly string[] | null | undefined,
  place: string,
): readonly string[] {
  if (one && several)
    throw invalid(place, `it has both '${name}' and '${name}s'; give one of them.`);
  return several ?? (one ? [one] : []);
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
