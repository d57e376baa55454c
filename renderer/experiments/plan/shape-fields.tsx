import { useState } from "react";
import { Field, TextInput } from "../../ui/field.tsx";
import { usePlan } from "./plan-context.ts";
import { errorWithin } from "./validate.ts";

interface ShapeFieldsProps {
  readonly shapes: Readonly<Record<string, number[]>>;
  readonly at: string;
  readonly onChange: (shapes: Record<string, number[]>) => void;
}

/** Sizes for the dimensions that the model leaves open, by input. */
export function ShapeFields({ shapes, at, onChange }: ShapeFieldsProps) {
  const names = Object.keys(shapes);
  if (names.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-6">
      {names.map((name) => (
        <ShapeField
          key={name}
          label={`Shape of ${name}`}
          path={`${at}.${name}`}
          sizes={shapes[name] ?? []}
          onChange={(sizes) => onChange({ ...shapes, [name]: sizes })}
        />
      ))}
    </div>
  );
}

interface ShapeFieldProps {
  readonly label: string;
  readonly path: string;
  readonly sizes: readonly number[];
  readonly onChange: (sizes: number[]) => void;
}

function ShapeField({ label, path, sizes, onChange }: ShapeFieldProps) {
  const { errors } = usePlan();
  const [text, setText] = useState(() => sizes.join(", "));
  const wrong = errorWithin(errors, path);
  return (
    <Field
      label={label}
      help="Sizes of one item, separated by commas."
      error={wrong && `“${text}” is not a list of sizes such as 3, 64, 64.`}
      className="w-44"
    >
      {(control) => (
        <TextInput
          {...control}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange(
              event.target.value
                .split(",")
                .map((size) => (size.trim() === "" ? Number.NaN : Number(size))),
            );
          }}
        />
      )}
    </Field>
  );
}
