import { useRequest } from "../requests.ts";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { isKept, type SecretForm } from "./form.ts";

interface SecretFieldProps {
  readonly label: string;
  readonly value: SecretForm;
  readonly onChange: (value: SecretForm) => void;
  readonly error: string | null;
}

const sources = [
  { value: "typed", label: "Entered here" },
  { value: "environment", label: "Environment variable" },
];

/** A secret: entered and never shown again, or the name of an environment variable that the host reads. */
export function SecretField({ label, value, onChange, error }: SecretFieldProps) {
  const help = useSecretHelp(value);
  return (
    <Field label={label} error={error} help={help}>
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            aria-label={`Where the ${label.toLowerCase()} comes from`}
            className="w-44 shrink-0"
            value={value.how}
            options={sources}
            onPick={(how) => onChange({ ...value, how: how as SecretForm["how"] })}
          />
          {value.how === "typed" ? (
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
          ) : (
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

const places = {
  keychain: "Kept in the system's keychain; never shown again, stored as text or exported.",
  memory: "Kept in the host's memory until it ends; never shown again, stored or exported.",
};

/** Where a secret is or will be stored, as a sentence; "" until the host has answered. */
export function useSecretHelp(secret: SecretForm): string {
  const { data } = useRequest("host.info", {});
  const { how, shown, variable } = secret;
  if (how === "environment")
    return shown?.kind === "environment" && !shown.set && shown.variable === variable
      ? `${variable} is not set where the host runs.`
      : "Read from the host's environment; only the variable's name is stored.";
  if (!isKept(secret)) return data ? places[data.secrets] : "";
  return shown?.kind === "lost"
    ? "It was kept in memory only, and the host has restarted since: enter it again."
    : "A secret is stored. Leave empty to keep it.";
}
