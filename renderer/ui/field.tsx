import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./classes.ts";

const control =
  "h-8 rounded-md border border-line-strong bg-surface px-2.5 text-ink placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad";

export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(control, className)} {...rest} />;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps extends Omit<ComponentProps<"select">, "onChange"> {
  readonly options: readonly Option[];
  readonly onPick: (value: string) => void;
}

export function Select({ options, onPick, className, ...rest }: SelectProps) {
  return (
    <select
      className={cx(control, "pr-7", className)}
      onChange={(event) => onPick(event.target.value)}
      {...rest}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

interface FieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | null;
  readonly className?: string;
  /** The control; it gets the id and the ids of its descriptions. */
  readonly children: (props: {
    id: string;
    "aria-describedby": string | undefined;
    "aria-invalid": boolean;
  }) => ReactNode;
}

/** A labelled control with its help and, if the value is invalid, an error. */
export function Field({ label, help, error, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  return (
    <div className={cx("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": note ? noteId : undefined,
        "aria-invalid": Boolean(error),
      })}
      {note && (
        <div id={noteId} className={cx("text-xs", error ? "text-bad" : "text-muted")}>
          {note}
        </div>
      )}
    </div>
  );
}
