import { Fold } from "../../ui/fold.tsx";
import { encrypted, wayNames } from "../addresses.ts";
import { describeEncryption, listEncryption } from "./encryption.ts";
import { type ConnectionForm, isKept } from "./form.ts";
import { useForm } from "./form-context.ts";
import { PemArea, PemField } from "./pem-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { Field, Select, TextInput } from "../../ui/field.tsx";
import { useSecretHelp } from "./secret-field.tsx";

interface TlsFieldsProps {
  /** What the server's certificate is checked for without a server name. */
  readonly checkedName?: string;
}

/** Encryption and trusted certificates. */
export function TlsFields({ checkedName = "the address" }: TlsFieldsProps) {
  const { form, change, errorOf } = useForm();
  const ways = listEncryption(form);
  const wrong = (["tls.ca", "tls.certificate", "tls.key", "tls.serverName"] as const).some(
    (name) => errorOf(name) !== null,
  );
  return (
    <Fold title="Encryption (TLS)" summary={describeTls(form)} wrong={wrong}>
      {ways.length === 0 && (
        <p className="text-muted">Addresses that begin with https:// or grpcs:// are encrypted.</p>
      )}
      {ways.map(({ way, address, on }) => (
        <label key={way} className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={on}
            onChange={({ target }) => change({ [way]: encrypted(way, form[way], target.checked) })}
          />
          Encrypt {wayNames[way]}
          <span className="min-w-0 break-all font-mono text-muted text-xs">{address}</span>
        </label>
      ))}
      <PemField
        label="CA certificate"
        help="Trusted in addition to the system's authorities. A file is read for every new connection."
        value={form.ca}
        error={errorOf("tls.ca")}
        onChange={(ca) => change({ ca })}
      />
      <PemField
        label="Client certificate"
        help="Sent to servers that ask for a client certificate."
        value={form.certificate}
        error={errorOf("tls.certificate")}
        onChange={(certificate) => change({ certificate })}
      />
      <KeyField />
      <TextField
        label="Server name"
        help={`Expected in the server's certificate. Left empty: ${checkedName}.`}
        example="triton.internal"
        exact
        value={form.serverName}
        error={errorOf("tls.serverName")}
        onChange={(serverName) => change({ serverName })}
      />
    </Fold>
  );
}

function describeTls(form: ConnectionForm): string {
  const { ca, certificate, serverName } = form;
  const parts = [
    (ca.path || ca.text) && "own CA",
    (certificate.path || certificate.text) && "client certificate",
    serverName && `expects ${serverName}`,
  ].filter(Boolean);
  const ways = listEncryption(form);
  if (ways.some(({ on }) => on))
    return [ways.every(({ on }) => on) ? "on" : describeEncryption(form), ...parts].join(", ");
  return parts.length > 0
    ? `off, though ${parts.join(", ")} is given: no address begins with https:// or grpcs://`
    : "off";
}

const sources = [
  { value: "file", label: "File" },
  { value: "typed", label: "Pasted, as a secret" },
  { value: "environment", label: "Environment variable" },
] as const;
type How = (typeof sources)[number]["value"];

/** The client certificate's key: a file on the host's machine, or a secret. */
function KeyField() {
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
