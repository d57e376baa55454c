import type { ChatSource } from "../../../../main/contract/index.ts";
import { NumberField } from "../number-field.tsx";
import { usePlan } from "../plan-context.ts";
import { AudioFields, FIRST_AUDIO } from "./audio-fields.tsx";
import { Optional } from "./optional.tsx";
import { FIRST_ANSWERS, FIRST_TOOLS, ToolFields } from "./tool-fields.tsx";

interface ContentFieldsProps {
  readonly inputs: ChatSource;
  /** Path of the inputs in the plan. */
  readonly at: string;
  readonly onChange: (part: Partial<ChatSource>) => void;
}

const FIRST_IMAGES = { count: 1, width: 512, height: 512 };

/** Content of chats and responses beyond their text: images, audio, and tools that the model may call. */
export function ContentFields({ inputs, at, onChange }: ContentFieldsProps) {
  const { errors } = usePlan();
  const { endpoint, prompts, conversation } = inputs;
  const images = inputs.images ?? null;
  const audio = inputs.audio ?? null;
  const tools = inputs.tools ?? null;
  const mayHold = endpoint !== "completions";
  const mayHoldMedia = mayHold && prompts.kind === "words";
  return (
    <div className="flex flex-col gap-5">
      {(mayHoldMedia || images) && (
        <Optional
          label="Prompts have images"
          about="Generated PNGs of coloured tiles, different in each prompt."
          error={errors.get(`${at}.images`)}
          isOn={images !== null}
          onToggle={(isOn) => onChange({ images: isOn ? FIRST_IMAGES : null })}
        />
      )}
      {images && (
        <div className="flex flex-wrap gap-6">
          <NumberField
            label="Images per prompt"
            path={`${at}.images.count`}
            value={images.count}
            onChange={(count) => onChange({ images: { ...images, count } })}
          />
          <NumberField
            label="Width"
            unit="px"
            path={`${at}.images.width`}
            value={images.width}
            onChange={(width) => onChange({ images: { ...images, width } })}
          />
          <NumberField
            label="Height"
            unit="px"
            path={`${at}.images.height`}
            value={images.height}
            onChange={(height) => onChange({ images: { ...images, height } })}
          />
        </div>
      )}
      {((mayHoldMedia && endpoint === "chat") || audio) && (
        <Optional
          label="Prompts have audio"
          about="input_audio parts, which models that hear understand."
          error={errors.get(`${at}.audio`)}
          isOn={audio !== null}
          onToggle={(isOn) => onChange({ audio: isOn ? FIRST_AUDIO : null })}
        />
      )}
      {audio && (
        <AudioFields
          audio={audio}
          at={`${at}.audio`}
          onChange={(next) => onChange({ audio: next })}
        />
      )}
      {(mayHold || tools) && (
        <Optional
          label="Requests offer tools"
          about="Functions that the model may call. The first piece of a call counts as the first token."
          error={errors.get(`${at}.tools`)}
          isOn={tools !== null}
          onToggle={(isOn) =>
            onChange({
              tools: isOn ? { ...FIRST_TOOLS, answers: conversation ? FIRST_ANSWERS : null } : null,
            })
          }
        />
      )}
      {tools && (
        <ToolFields
          tools={tools}
          at={`${at}.tools`}
          onChange={(next) => onChange({ tools: next })}
        />
      )}
    </div>
  );
}
