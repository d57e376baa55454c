import { type ChatSource, MAX_AUDIO_SECONDS } from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import type { ChatValues } from "./flag-table.ts";
import { integer, number } from "./flag-values.ts";

const OF_NOISE = [
  "audio-length-mean",
  "audio-length-stddev",
  "audio-sample-rates",
  "audio-num-channels",
] as const;
const MAX_CLIPS = 16;
const MAX_KHZ = 96;

/** AIPerf's flags of synthetic audio, and files. Empty without any of them. */
export function readAudio(values: ChatValues): Pick<ChatSource, "audio"> {
  const folder = values["audio-folder"] as string | undefined;
  const given = OF_NOISE.find((name) => values[name] !== undefined);
  const clips = values["audio-batch-size"] as string | undefined;
  if (folder === undefined && given === undefined && clips === undefined) return {};
  const count = integer("--audio-batch-size", clips ?? "1", 1, MAX_CLIPS);
  if (folder !== undefined) {
    if (given !== undefined) throw new UsageError(`--${given} is for noise, not --audio-folder.`);
    return { audio: { kind: "files", count, folder } };
  }
  const read = (name: (typeof OF_NOISE)[number], fallback: string) =>
    [`--${name}`, (values[name] as string | undefined) ?? fallback] as const;
  const kilohertz = number(...read("audio-sample-rates", "16"), 8, MAX_KHZ);
  return {
    audio: {
      kind: "noise",
      count,
      meanSeconds: number(...read("audio-length-mean", "5"), 0.01, MAX_AUDIO_SECONDS),
      deviationSeconds: number(...read("audio-length-stddev", "0"), 0, MAX_AUDIO_SECONDS),
      sampleRate: Math.round(kilohertz * 1000),
      channels: integer(...read("audio-num-channels", "1"), 1, 2),
    },
  };
}
