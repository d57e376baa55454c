import { type ComponentProps, useState } from "react";
import { TextInput } from "../../../ui/field.tsx";

interface NumbersInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  readonly value: readonly number[];
  readonly onChange: (value: number[]) => void;
}

const read = (text: string): number[] =>
  text.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));

/** Numbers separated by commas; invalid ones are NaN. */
export function NumbersInput({ value, onChange, ...rest }: NumbersInputProps) {
  const [text, setText] = useState(value.join(", "));
  // A value set from outside replaces the typed text.
  const isTyped = JSON.stringify(read(text)) === JSON.stringify(value);
  return (
    <TextInput
      {...rest}
      inputMode="text"
      autoComplete="off"
      value={isTyped ? text : value.join(", ")}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
}
