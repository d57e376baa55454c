import { Field, TextInput } from "../../ui/field.tsx";
import { usePlan } from "./plan-context.ts";

interface PathFieldProps {
  readonly label: string;
  /** Path of the field in the plan, for its error. */
  readonly path: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A file on the machine that sends the load. */
export function PathField({ label, path, placeholder, value, onChange }: PathFieldProps) {
  const { errors } = usePlan();
  return (
    <Field
      label={label}
      help="On the machine that sends the load."
      error={errors.get(path) ?? null}
    >
      {(control) => (
        <TextInput
          {...control}
          className="w-full font-mono text-xs"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
