import { z } from "zod";
import { lengths } from "./lengths.ts";

/** Generated PNGs next to the text of each prompt, or of each message of a conversation's user, in pixels. */
export const chatImages = z.object({
  count: z.number().int().min(1).max(64),
  width: z.number().int().min(1).max(8192),
  height: z.number().int().min(1).max(8192),
});
export type ChatImages = z.infer<typeof chatImages>;

export const MAX_AUDIO_SECONDS = 600;
const clips = z.number().int().min(1).max(16);

/** Audio next to that text. */
export const chatAudio = z.discriminatedUnion("kind", [
  /** Generated noise as WAV with samples of 16 bits; lengths are normal, of at least 10 ms. */
  z.object({
    kind: z.literal("noise"),
    /** Clips of a prompt. */
    count: clips,
    meanSeconds: z.number().min(0.01).max(MAX_AUDIO_SECONDS),
    deviationSeconds: z.number().min(0).max(MAX_AUDIO_SECONDS),
    /** Samples per second. */
    sampleRate: z.number().int().min(8000).max(96_000),
    channels: z.number().int().min(1).max(2),
  }),
  /** The WAV and MP3 files of a folder in turn, by name. */
  z.object({ kind: z.literal("files"), count: clips, folder: z.string().min(1) }),
]);
export type ChatAudio = z.infer<typeof chatAudio>;

/** Of a request's generated audio; above it a run could hold few of them. */
export const MAX_AUDIO_BYTES = 32 * 1024 * 1024;

/** Bytes of a prompt's generated audio in base64, as long as almost all get; 0 for files. */
export function audioBytes(audio: ChatAudio): number {
  if (audio.kind === "files") return 0;
  const { count, meanSeconds, deviationSeconds, sampleRate, channels } = audio;
  const seconds = Math.min(MAX_AUDIO_SECONDS, meanSeconds + 3 * deviationSeconds);
  return Math.ceil((count * seconds * sampleRate * channels * 2 * 4) / 3);
}

/** Functions that each request offers; `required`: the model has to call one. */
export const chatTools = z.object({
  count: z.number().int().min(1).max(128),
  choice: z.enum(["auto", "required"]),
  /** How calls are answered; of conversations alone. Null or absent: they are not. */
  answers: z
    .object({
      /** Tokens of a response. */
      lengths,
      /** How long the tools take. */
      delayMs: z.number().min(0).max(3_600_000),
      /** Maximum number of requests with tools' results in a turn; in the last one the model can't call. */
      rounds: z.number().int().min(1).max(16),
    })
    .nullable()
    .optional(),
});
export type ChatTools = z.infer<typeof chatTools>;
export type ToolAnswers = NonNullable<ChatTools["answers"]>;
