import path from "node:path";
import { type ChatAudio, MAX_AUDIO_SECONDS } from "../../../contract/index.ts";
import { deriveSeed, normal, type Random, seededRandom } from "../random.ts";
import { filesIn, readBounded } from "../sources/files.ts";
import { invalid } from "../sources/invalid.ts";

/** A part of a message's content. */
export interface AudioPart {
  readonly type: "input_audio";
  readonly input_audio: { readonly data: string; readonly format: "wav" | "mp3" };
}

/** Independent of a prompt's words and images. */
const CLIPS = 10;
const MIN_SECONDS = 0.01;
const SAMPLE_BYTES = 2;
const HEADER_BYTES = 44;
/** Samples that are drawn once; clips are parts of them, since drawing each sample would take too long. */
const NOISE_SAMPLES = 65_537;
const MAX_FILES = 1000;
const MAX_FILE_BYTES = 24 * 1024 * 1024;
const MAX_FOLDER_BYTES = 256 * 1024 * 1024;

/** The clips of the n-th message of a seed; the same on every call (LAB-CHAT-38). */
export async function prepareAudio(
  audio: ChatAudio,
  seed: number,
): Promise<(n: number) => AudioPart[]> {
  const { count } = audio;
  if (audio.kind === "files") {
    const files = await readFolder(audio.folder);
    return (n) =>
      Array.from({ length: count }, (_, k) => files[(n * count + k) % files.length] as AudioPart);
  }
  const noise = drawNoise(seededRandom(deriveSeed(seed, CLIPS)));
  return (n) => {
    const random = seededRandom(deriveSeed(deriveSeed(seed, CLIPS), n));
    return Array.from({ length: count }, () => ({
      type: "input_audio" as const,
      input_audio: { data: drawWav(audio, noise, random).toString("base64"), format: "wav" },
    }));
  };
}

type Noise = Extract<ChatAudio, { kind: "noise" }>;

/** PCM in a RIFF file (Microsoft's Multimedia Programming Interface 1.0, "WAVE"). */
export function drawWav(audio: Noise, noise: Int16Array, random: Random): Buffer {
  const { meanSeconds, deviationSeconds, sampleRate, channels } = audio;
  const drawn = meanSeconds + deviationSeconds * normal(random);
  const seconds = Math.min(MAX_AUDIO_SECONDS, Math.max(MIN_SECONDS, drawn));
  const samples = Math.floor(seconds * sampleRate) * channels;
  const bytes = samples * SAMPLE_BYTES;
  const wav = Buffer.alloc(HEADER_BYTES + bytes);
  wav.write("RIFF", 0, "latin1");
  wav.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  wav.write("WAVEfmt ", 8, "latin1");
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(channels, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * channels * SAMPLE_BYTES, 28);
  wav.writeUInt16LE(channels * SAMPLE_BYTES, 32);
  wav.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  wav.write("data", 36, "latin1");
  wav.writeUInt32LE(bytes, 40);
  fill(wav.subarray(HEADER_BYTES), noise, random);
  return wav;
}

/** Parts of the noise from a drawn place on; the first samples are drawn, so that no two clips are alike. */
function fill(data: Buffer, noise: Int16Array, random: Random): void {
  const source = Buffer.from(noise.buffer, noise.byteOffset, noise.byteLength);
  let at = Math.floor(random() * noise.length) * SAMPLE_BYTES;
  for (let to = 0; to < data.length; ) {
    const copied = source.copy(data, to, at);
    to += copied;
    at = 0;
  }
  for (let i = 0; i < 4 && i * SAMPLE_BYTES < data.length; i++)
    data.writeInt16LE(sample(random), i * SAMPLE_BYTES);
}

export const drawNoise = (random: Random): Int16Array =>
  Int16Array.from({ length: NOISE_SAMPLES }, () => sample(random));

const sample = (random: Random): number => Math.floor(random() * 65_536) - 32_768;

async function readFolder(folder: string): Promise<AudioPart[]> {
  const names = (await filesIn(folder)).filter((name) => /\.(wav|mp3)$/i.test(name));
  if (names.length === 0) throw invalid(`'${folder}'`, "it holds no .wav or .mp3 file.");
  if (names.length > MAX_FILES)
    throw invalid(`'${folder}'`, `it holds ${names.length} audio files; at most ${MAX_FILES}.`);
  const parts: AudioPart[] = [];
  let left = MAX_FOLDER_BYTES;
  for (const name of names) {
    const file = path.join(folder, name);
    const bytes = await readBounded(file, Math.min(left, MAX_FILE_BYTES));
    left -= bytes.length;
    parts.push({
      type: "input_audio",
      input_audio: { data: bytes.toString("base64"), format: formatOf(bytes, file) },
    });
  }
  return parts;
}

/** By its first bytes, whatever its name is. */
function formatOf(bytes: Buffer, file: string): "wav" | "mp3" {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("RIFF") && head.endsWith("WAVE")) return "wav";
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  if (head.startsWith("ID3") || isFrame) return "mp3";
  throw invalid(`'${file}'`, "it is neither WAV nor MP3.");
}
