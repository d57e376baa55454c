import type { ComponentProps } from "react";
import { TextInput } from "../../ui/field.tsx";
import type { Typed } from "./use-typed.ts";

interface TypedBoxProps
  extends Omit<ComponentProps<typeof TextInput>, "value" | "onChange" | "onBlur" | "onKeyDown"> {
  readonly typed: Typed;
}

/** A text box for one value of the text. */
export function TypedBox({ typed, ...input }: TypedBoxProps) {
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      {...input}
      value={typed.value}
      onChange={(event) => typed.onChange(event.target.value)}
      onBlur={typed.onDone}
      onKeyDown={(event) => event.key === "Enter" && typed.onDone()}
    />
  );
}
