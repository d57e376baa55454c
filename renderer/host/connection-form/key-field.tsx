import { Field, Select, TextInput } from "../../ui/field.tsx";
import { type ConnectionForm, isKept } from "./form.ts";
import { useForm } from "./form-context.ts";
import { PemArea } from "./pem-field.tsx";
import { useSecretHelp } from "./secret-field.tsx";

const sources = [
  { value: "file", label: "File" },
  { value: "typed", label: "Pasted, as a secret" },
  { value: "environment", label: "Environment variable" },
] as const;
type How = (typeof sources)[number]["value"];

/** The client certificate's key: a file on the host's machine, or a secret. */
export function KeyField() {
  const { form, change, errorOf } = useForm();
  const { keyHow, keyPath, key } = form;
  const secretHelp = useSecretHelp(key);
  const how: How = keyHow === "file" ? "file" : key.how;
  const pick = (next: How) =>
    change(next === "file" ? { keyHow: "file" } : { keyHow: "secret", key: { ...key, how: next } });
  const set = (part: Partial<ConnectionForm["key"]>) => change({ key: { ...key, ...part } });
  return (
    <Field
      label="Client key"
      error={errorOf("tls.key")}
      help={how === "file" ? "Belongs to the client certificate." : secretHelp}
    >
      {(control) => (
        <div className="flex items-start gap-2">
          <Select
            aria-label="How the client key is given"
            className="w-44 shrink-0"
            value={how}
            options={sources}
            onPick={(next) => pick(next as How)}
          />
          {how === "typed" ? (
            <PemArea
              {...control}
              hidden
              value={key.value}
              placeholder={
                isKept(key) ? "Kept; paste to replace it" : "-----BEGIN PRIVATE KEY-----"
              }
              onChange={(value) => set({ value })}
            />
          ) : (
            <TextInput
              {...control}
              className="min-w-0 flex-1 font-mono text-xs"
              value={how === "file" ? keyPath : key.variable}
              placeholder={how === "file" ? "/absolute/path.key" : "CLIENT_KEY"}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target: { value } }) =>
                how === "file" ? change({ keyPath: value }) : set({ variable: value })
              }
            />
          )}
        </div>
      )}
    </Field>
  );
}
