import { Field, Select, TextInput } from "../ui/field.tsx";
import type { PemForm } from "./form.ts";

interface PemFieldProps {
  readonly label: string;
  readonly help: string;
  readonly value: PemForm;
  readonly onChange: (value: PemForm) => void;
  readonly error: string | null;
}

export const pemWays = [
  { value: "file", label: "File" },
  { value: "text", label: "Pasted" },
];

/** A certificate: a file on the host's machine, read with every new connection, or its text. */
export function PemField({ label, help, value, onChange, error }: PemFieldProps) {
  return (
    <Field label={label} help={help} error={error}>
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            aria-label={`How the ${label} is given`}
            className="w-44 shrink-0"
            value={value.how}
            options={pemWays}
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
            <textarea
              {...control}
              rows={4}
              className="min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs placeholder:text-muted aria-invalid:border-bad"
              value={value.text}
              placeholder="-----BEGIN CERTIFICATE-----"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ ...value, text: event.target.value })}
            />
          )}
        </div>
      )}
    </Field>
  );
}
