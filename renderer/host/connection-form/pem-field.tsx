import { cx } from "../../ui/classes.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import type { PemForm } from "./form.ts";

interface PemFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: PemForm;
  readonly onChange: (value: PemForm) => void;
  readonly error: string | null;
}

const ways = [
  { value: "file", label: "File" },
  { value: "text", label: "Pasted" },
];

/** A certificate: a file on the host's machine, read for every new connection, or its text. */
export function PemField({ label, help, value, onChange, error }: PemFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            aria-label={`How the ${label} is given`}
            className="w-44 shrink-0"
            value={value.how}
            options={ways}
            onPick={(how) => onChange({ ...value, how: how as PemForm["how"] })}
          />
          {value.how === "file" ? (
            <TextInput
              {...control}
              className="min-w-0 flex-1 font-mono text-xs"
              value={value.path}
              placeholder="/absolute/path.pem"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ ...value, path: event.target.value })}
            />
          ) : (
            <PemArea
              {...control}
              value={value.text}
              placeholder="-----BEGIN CERTIFICATE-----"
              onChange={(text) => onChange({ ...value, text })}
            />
          )}
        </div>
      )}
    </Field>
  );
}

interface PemAreaProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
  /** Masks the text. */
  readonly hidden?: boolean;
}

/** PEM text with several lines. */
export function PemArea({ hidden = false, onChange, ...rest }: PemAreaProps) {
  return (
    <textarea
      {...rest}
      rows={4}
      className={cx(
        "min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-muted aria-invalid:border-bad",
        hidden && "not-placeholder-shown:[-webkit-text-security:disc]",
      )}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
