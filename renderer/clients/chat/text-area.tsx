import type { ComponentProps } from "react";
import { cx } from "../../ui/classes.ts";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Grows with what is written. */
export function TextArea({ value, onChange, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      rows={2}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(
        "field-sizing-content max-h-80 w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 placeholder:text-muted aria-invalid:border-bad",
        className,
      )}
      {...rest}
    />
  );
}
