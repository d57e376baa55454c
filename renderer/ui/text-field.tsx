import type { ReactNode } from "react";
import { cx } from "./classes.ts";
import { Field, TextInput } from "./field.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
  readonly help?: ReactNode;
  readonly example?: string;
  /** Monospaced: addresses, paths, names of variables. */
  readonly exact?: boolean;
  readonly maxLength?: number;
  readonly className?: string;
}

/** One line of text without browser completion or correction. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, error, help, example, exact, maxLength = 300, className } = props;
  return (
    <Field label={label} help={help} error={error ?? null} className={className ?? "min-w-0"}>
      {(control) => (
        <TextInput
          {...control}
          className={cx("w-full", exact && "font-mono text-xs")}
          value={value}
          placeholder={example}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
