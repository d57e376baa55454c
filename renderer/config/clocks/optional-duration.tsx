import { useState } from "react";
import { Field, TextInput } from "../../ui/field.tsx";
import { formatDuration, parseDuration } from "../duration.ts";

interface OptionalDurationProps {
  readonly label: string;
  readonly help: string;
  /** µs */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** A duration that may be left out. What does not read as one is shown as such and changes nothing. */
export function OptionalDuration({ label, help, value, onChange }: OptionalDurationProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed.trim() !== "" && parseDuration(typed) === null;
  const type = (next: string) => {
    setTyped(next);
    if (next.trim() === "") return onChange(null);
    const micros = parseDuration(next);
    if (micros !== null && micros > 0) onChange(micros);
  };
  return (
    <Field
      className="w-52"
      label={label}
      help={help}
      error={isWrong ? "No duration: 500 µs, 2 ms or 1.5 s." : null}
    >
      {(control) => (
        <TextInput
          {...control}
          autoComplete="off"
          className="w-full"
          placeholder="none"
          value={typed ?? (value === null ? "" : formatDuration(value))}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </Field>
  );
}
