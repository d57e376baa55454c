import type { ComponentProps } from "react";
import { cx } from "../ui/classes.ts";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "onChange" | "value"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const MOST_ROWS = 12;
const COLUMNS = 70;

/** Grows with what is written. */
export function TextArea({ value, onChange, className, ...rest }: TextAreaProps) {
  const rows = value
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / COLUMNS)), 0);
  return (
    <textarea
      rows={Math.min(MOST_ROWS, Math.max(2, rows))}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(
        "w-full resize-y rounded-md border border-line-strong bg-surface px-2.5 py-1.5 placeholder:text-muted aria-invalid:border-bad",
        className,
      )}
      {...rest}
    />
  );
}
