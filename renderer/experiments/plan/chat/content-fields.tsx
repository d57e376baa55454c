import type { ChatSource } from "../../../../main/contract/index.ts";
import { NumberField } from "../number-field.tsx";
import { Choice } from "./choice.tsx";

interface ContentFieldsProps {
  readonly inputs: ChatSource;
  /** Path of the inputs in the plan. */
  readonly at: string;
  readonly onChange: (part: Partial<ChatSource>) => void;
}

const FIRST_IMAGES = { count: 1, width: 512, height: 512 };
const FIRST_TOOLS = { count: 4, choice: "required" } as const;

/** What chats and responses hold next to their text: images, and tools that the model may call. */
export function ContentFields({ inputs, at, onChange }: ContentFieldsProps) {
  const { endpoint, prompts, conversation } = inputs;
  const images = inputs.images ?? null;
  const tools = inputs.tools ?? null;
  const mayHold = endpoint !== "completions" && !conversation;
  if (!mayHold && !images && !tools) return null;
  return (
    <div className="flex flex-col gap-5">
      {(prompts.kind === "words" || images) && (
        <Optional
          label="Prompts have images"
          about="Generated PNGs of coloured tiles, different in each prompt."
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
      <Optional
        label="Requests offer tools"
        about="Functions that the model may call. The first piece of a call counts as the first token."
        isOn={tools !== null}
        onToggle={(isOn) => onChange({ tools: isOn ? FIRST_TOOLS : null })}
      />
      {tools && (
        <div className="flex flex-wrap items-start gap-6">
          <NumberField
            label="Tools"
            path={`${at}.tools.count`}
            value={tools.count}
            onChange={(count) => onChange({ tools: { ...tools, count } })}
          />
          <Choice
            label="Tool choice"
            about="Required: each answer calls a tool."
            options={[
              { value: "required", label: "Required" },
              { value: "auto", label: "Auto" },
            ]}
            value={tools.choice}
            onPick={(choice) => onChange({ tools: { ...tools, choice } })}
          />
        </div>
      )}
    </div>
  );
}

interface OptionalProps {
  readonly label: string;
  readonly about: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Optional({ label, about, isOn, onToggle }: OptionalProps) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="checkbox"
        className="mt-1"
        checked={isOn}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span>
        <span className="font-medium">{label}</span>
        <span className="block max-w-prose text-muted text-xs">{about}</span>
      </span>
    </label>
  );
}
