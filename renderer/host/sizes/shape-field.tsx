import { useState } from "react";
import { formatShape, parseShape } from "../../../main/contract/index.ts";
import { Field, TextInput } from "../../ui/field.tsx";

interface ShapeFieldProps {
  readonly input: string;
  /** Without the batch; −1 is dynamic. Undefined while unknown. */
  readonly dims: readonly number[] | undefined;
  readonly shape: readonly number[] | undefined;
  /** What is sent if the field is empty. */
  readonly placeholder?: string | undefined;
  readonly help?: string | undefined;
  readonly error?: string | null | undefined;
  /** Undefined for an empty field, [NaN] for an invalid shape. */
  readonly onChange: (shape: number[] | undefined) => void;
}

/** The shape of one input. */
export function ShapeField(props: ShapeFieldProps) {
  const { input, dims, shape, placeholder, help, error, onChange } = props;
  const [text, setText] = useState(shape && shape.length > 0 ? formatShape(shape) : "");
  const isShape = text.trim() === "" || parseShape(text) !== null;
  const takes = dims ? `The model takes ${formatShape(dims)}. -1 is any size.` : "";
  const wrong = isShape ? error : `“${text}” is not a shape. Enter sizes such as 3, 64, 64.`;
  return (
    <Field
      label={`Shape of ${input}`}
      help={[help, takes].filter(Boolean).join(" ")}
      error={wrong ?? null}
      className="w-72"
    >
      {(control) => (
        <TextInput
          {...control}
          className="w-full"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder ?? "3, 64, 64"}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value);
            onChange(value.trim() === "" ? undefined : (parseShape(value) ?? [Number.NaN]));
          }}
        />
      )}
    </Field>
  );
}
