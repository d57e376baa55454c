import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { NumberField } from "./number-field.tsx";
import { usePlan } from "./plan-context.ts";

interface Part {
  seconds: number;
  from: number;
  to: number;
}

interface ProfileFieldsProps {
  readonly parts: readonly Part[];
  readonly onChange: (parts: Part[]) => void;
}

/** The ramps and steps of a rate over time. */
export function ProfileFields({ parts, onChange }: ProfileFieldsProps) {
  const { errors } = usePlan();
  const set = (index: number, change: Partial<Part>) =>
    onChange(parts.map((part, at) => (at === index ? { ...part, ...change } : part)));
  const last = parts.at(-1);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium">Parts, one after the other</legend>
      {errors.has("load.parts") && (
        <p role="alert" className="text-bad text-xs">
          {errors.get("load.parts")}
        </p>
      )}
      {parts.map((part, index) => (
        // Parts are identified by position.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-wrap items-start gap-3">
          <NumberField
            label={`For, part ${index + 1}`}
            path={`load.parts.${index}.seconds`}
            unit="s"
            className="w-32"
            value={part.seconds}
            onChange={(seconds) => set(index, { seconds })}
          />
          <NumberField
            label="From"
            path={`load.parts.${index}.from`}
            unit="req/s"
            className="w-36"
            value={part.from}
            onChange={(from) => set(index, { from })}
          />
          <NumberField
            label="To"
            path={`load.parts.${index}.to`}
            unit="req/s"
            className="w-36"
            value={part.to}
            onChange={(to) => set(index, { to })}
          />
          <IconButton
            label={`Remove part ${index + 1}`}
            className="mt-6"
            disabled={parts.length === 1}
            onClick={() => onChange(parts.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Button
        className="self-start"
        disabled={parts.length >= 100}
        onClick={() =>
          onChange([...parts, { seconds: 10, from: last?.to ?? 10, to: last?.to ?? 10 }])
        }
      >
        <Plus aria-hidden="true" />
        Add a part
      </Button>
    </fieldset>
  );
}
