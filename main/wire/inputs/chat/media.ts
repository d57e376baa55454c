import type { ChatSource } from "../../../contract/index.ts";
import { type AudioPart, prepareAudio } from "./audio.ts";
import { type ImagePart, imageParts } from "./images.ts";

export interface TextPart {
  readonly type: "text";
  readonly text: string;
}

export type ContentPart = TextPart | ImagePart | AudioPart;

/** The content of a user's message: its text, with the images and audio of the n-th message. */
export type AddMedia = (text: string, n: number) => string | readonly ContentPart[];

/** INVALID_ARGUMENT names what is wrong with the files. */
export async function prepareMedia({ images, audio }: ChatSource, seed: number): Promise<AddMedia> {
  if (!images && !audio) return (text) => text;
  const clips = audio ? await prepareAudio(audio, seed) : () => [];
  return (text, n) => [
    { type: "text", text },
    ...(images ? imageParts(images, seed, n) : []),
    ...clips(n),
  ];
}

/** Characters of a message's content, about. */
export function contentLength(content: string | readonly ContentPart[]): number {
  if (typeof content === "string") return content.length;
  return content.reduce((sum, part) => sum + partLength(part), 0);
}

function partLength(part: ContentPart): number {
  switch (part.type) {
    case "text":
      return part.text.length;
    case "image_url":
      return part.image_url.url.length;
    case "input_audio":
      return part.input_audio.data.length;
  }
}
