import { Field, Select, TextInput } from "../ui/field.tsx";
import { isKept, type SecretForm } from "./form.ts";
import { useSecretPlace } from "./use-secret-place.ts";

interface SecretFieldProps {
  readonly label: string;
  readonly value: SecretForm;
  readonly onChange: (value: SecretForm) => void;
  readonly error: string | null;
  /** A text of several lines, such as a key. */
  readonly lines?: boolean;
}

const ways = [
  { value: "typed", label: "Entered here" },
  { value: "environment", label: "Environment variable" },
];

/** A secret: entered and never shown again, or the name of a variable that the host reads it from. */
export function SecretField({ label, value, onChange, error, lines }: SecretFieldProps) {
  const place = useSecretPlace();
  const typed = value.how === "typed";
  return (
    <Field
      label={label}
      error={error}
      help={typed ? typedHelp(value, place) : environmentHelp(value)}
    >
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            aria-label={`Where the ${label.toLowerCase()} comes from`}
            className="w-44 shrink-0"
            value={value.how}
            options={ways}
            onPick={(how) => onChange({ ...value, how: how as SecretForm["how"] })}
          />
          {typed && lines && (
            <textarea
              {...control}
              rows={4}
              className="min-w-0 flex-1 rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs [-webkit-text-security:disc] placeholder:text-muted aria-invalid:border-bad"
              value={value.value}
              placeholder={isKept(value) ? "Kept" : "-----BEGIN PRIVATE KEY-----"}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ ...value, value: event.target.value })}
            />
          )}
          {typed && !lines && (
            <TextInput
              {...control}
              type="password"
              className="min-w-0 flex-1"
              value={value.value}
              placeholder={value.shown?.kind === "kept" ? "Kept; type to replace it" : ""}
              autoComplete="new-password"
              spellCheck={false}
              onChange={(event) => onChange({ ...value, value: event.target.value })}
            />
          )}
          {!typed && (
            <TextInput
              {...control}
              className="min-w-0 flex-1 font-mono text-xs"
              value={value.variable}
              placeholder="SERVER_TOKEN"
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ ...value, variable: event.target.value })}
            />
          )}
        </div>
      )}
    </Field>
  );
}

function typedHelp(value: SecretForm, place: string): string {
  if (!isKept(value)) return place;
  if (value.shown?.kind === "lost")
    return "It was kept in memory alone, and the host has been started anew since: enter it again.";
  return "One is kept. Left empty, it stays.";
}

function environmentHelp({ shown, variable }: SecretForm): string {
  const ofHost = "Read from the host's environment; only the variable's name is stored.";
  return shown?.kind === "environment" && !shown.set && shown.variable === variable
    ? `${variable} is not set where the host runs.`
    : ofHost;
}
