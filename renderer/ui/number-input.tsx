import { useState } from "react";
import { Field, TextInput } from "./field.tsx";

interface NumberInputProps {
  readonly label: string;
  readonly value: number | null;
  /** Meaning of an empty field, which is null; if left out, it must not be empty. */
  readonly none?: string;
  readonly unit?: string;
  readonly help?: string;
  readonly error: string | undefined;
  readonly className?: string;
  /** NaN for invalid input. */
  readonly onChange: (value: number | null) => void;
}

const formatNumber = (value: number | null) =>
  value === null || Number.isNaN(value) ? "" : String(value);

export function NumberInput(props: NumberInputProps) {
  const { label, value, none, unit, help, error, className = "w-36", onChange } = props;
  const [text, setText] = useState(formatNumber(value));
  const read = (typed: string): number | null => {
    if (typed.trim() === "") return none === undefined ? Number.NaN : null;
    return Number(typed);
  };
  // A value set from outside replaces the entered text.
  const shown = Object.is(read(text), value) ? text : formatNumber(value);
  return (
    <Field label={label} help={help} error={error ?? null} className={className}>
      {(control) => (
        <span className="flex items-center gap-1.5">
          <TextInput
            {...control}
            className="w-full min-w-0"
            inputMode="numeric"
            autoComplete="off"
            placeholder={none}
            value={shown}
            onChange={(event) => {
              setText(event.target.value);
              onChange(read(event.target.value));
            }}
          />
          {unit && <span className="shrink-0 text-muted">{unit}</span>}
        </span>
      )}
    </Field>
  );
}
