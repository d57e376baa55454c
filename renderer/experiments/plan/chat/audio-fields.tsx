import type { ChatAudio } from "../../../../main/contract/index.ts";
import { NumberField } from "../number-field.tsx";
import { PathField } from "../path-field.tsx";
import { Choice } from "./choice.tsx";

interface AudioFieldsProps {
  readonly audio: ChatAudio;
  /** Its path in the plan. */
  readonly at: string;
  readonly onChange: (audio: ChatAudio) => void;
}

export const FIRST_AUDIO: ChatAudio = {
  kind: "noise",
  count: 1,
  meanSeconds: 5,
  deviationSeconds: 0,
  sampleRate: 16_000,
  channels: 1,
};

/** Where the audio of requests comes from, how much there is and how long. */
export function AudioFields({ audio, at, onChange }: AudioFieldsProps) {
  const { kind, count } = audio;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <Choice
        label="Audio"
        about={kind === "noise" ? "WAV, 16 bits." : "WAV and MP3, in turn."}
        options={[
          { value: "noise", label: "Noise" },
          { value: "files", label: "From a folder" },
        ]}
        value={kind}
        onPick={(next) =>
          next !== kind &&
          onChange(next === "noise" ? { ...FIRST_AUDIO, count } : { kind: next, count, folder: "" })
        }
      />
      <NumberField
        label="Clips per message"
        path={`${at}.count`}
        value={count}
        onChange={(next) => onChange({ ...audio, count: next })}
      />
      {audio.kind === "files" && (
        <PathField
          label="Folder of audio files"
          path={`${at}.folder`}
          placeholder="/absolute/path"
          value={audio.folder}
          onChange={(folder) => onChange({ ...audio, folder })}
        />
      )}
      {audio.kind === "noise" && (
        <>
          <NumberField
            label="Mean length"
            unit="s"
            path={`${at}.meanSeconds`}
            value={audio.meanSeconds}
            onChange={(meanSeconds) => onChange({ ...audio, meanSeconds })}
          />
          <NumberField
            label="Standard deviation"
            unit="s"
            path={`${at}.deviationSeconds`}
            value={audio.deviationSeconds}
            onChange={(deviationSeconds) => onChange({ ...audio, deviationSeconds })}
          />
          <NumberField
            label="Sample rate"
            unit="Hz"
            path={`${at}.sampleRate`}
            value={audio.sampleRate}
            onChange={(sampleRate) => onChange({ ...audio, sampleRate })}
          />
          <NumberField
            label="Channels"
            path={`${at}.channels`}
            value={audio.channels}
            onChange={(channels) => onChange({ ...audio, channels })}
          />
        </>
      )}
    </div>
  );
}
