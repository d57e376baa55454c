import { useState } from "react";
import { Field, TextInput } from "../../ui/field.tsx";
import { usePlan } from "./plan-context.ts";

interface CommonProps {
  readonly label: string;
  /** Path of the field in the plan, for its error: "warmup.seconds". */
  readonly path: string;
  readonly help?: string;
  readonly unit?: string;
  readonly className?: string;
}

interface NumberFieldProps extends CommonProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number of the plan as typed. Text that isn't a number is NaN in the plan, which is then invalid. */
export function NumberField({ onChange, ...rest }: NumberFieldProps) {
  return <Typed {...rest} none={undefined} onChange={(value) => onChange(value ?? Number.NaN)} />;
}

interface OptionalNumberFieldProps extends CommonProps {
  readonly value: number | null;
  /** Meaning of an empty field, which is null. */
  readonly none: string;
  readonly onChange: (value: number | null) => void;
}

/** An optional number. */
export function OptionalNumberField(props: OptionalNumberFieldProps) {
  return <Typed {...props} />;
}

interface TypedProps extends CommonProps {
  readonly value: number | null;
  readonly none: string | undefined;
  readonly onChange: (value: number | null) => void;
}

const formatNumber = (value: number | null) =>
  value === null || Number.isNaN(value) ? "" : String(value);

function Typed({ label, path, value, help, unit, none, className, onChange }: TypedProps) {
  const { errors } = usePlan();
  const [text, setText] = useState(formatNumber(value));
  const read = (typed: string): number | null => {
    if (typed.trim() === "") return none === undefined ? Number.NaN : null;
    return Number(typed.trim().replace(",", "."));
  };
  // A value set from outside, e.g. by another goal, replaces the typed text.
  const shown = Object.is(read(text), value) ? text : formatNumber(value);
  const wrong =
    value !== null && Number.isNaN(value) ? `“${text}” is not a number.` : errors.get(path);
  return (
    <Field label={label} help={help} error={wrong ?? null} className={className ?? "w-44"}>
      {(control) => (
        <span className="flex max-w-44 items-center gap-1.5">
          <TextInput
            {...control}
            className="w-full min-w-0"
            inputMode="decimal"
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
