import { Fold } from "../ui/fold.tsx";
import { encrypted, isEncrypted, WAYS } from "./addresses.ts";
import type { ConnectionForm } from "./form.ts";
import { useForm } from "./form-context.ts";
import { KeyField } from "./key-field.tsx";
import { PemField } from "./pem-field.tsx";
import { TextField } from "./text-field.tsx";

/** Whether the connection is encrypted, and whom it trusts. */
export function TlsFields() {
  const { form, change, errorOf } = useForm();
  const on = WAYS.some((way) => isEncrypted(form[way]));
  const turn = (next: boolean) =>
    change(Object.fromEntries(WAYS.map((way) => [way, encrypted(way, form[way], next)])));
  const wrong = (["tls.ca", "tls.certificate", "tls.key", "tls.serverName"] as const).some(
    (name) => errorOf(name) !== null,
  );
  return (
    <Fold title="Encryption (TLS)" summary={summaryOf(form, on)} wrong={wrong}>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={on}
          disabled={WAYS.every((way) => form[way].trim() === "")}
          onChange={(event) => turn(event.target.checked)}
        />
        Encrypt: addresses begin with https:// and grpcs://
      </label>
      <PemField
        label="CA certificate"
        help="Trusted beside the system's own authorities. A file is read with every new connection."
        value={form.ca}
        error={errorOf("tls.ca")}
        onChange={(ca) => change({ ca })}
      />
      <PemField
        label="Client certificate"
        help="Shown to a server that asks who is there."
        value={form.certificate}
        error={errorOf("tls.certificate")}
        onChange={(certificate) => change({ certificate })}
      />
      <KeyField />
      <TextField
        label="Server name"
        help="Expected in the server's certificate. Left empty: the address."
        example="triton.internal"
        exact
        value={form.serverName}
        error={errorOf("tls.serverName")}
        onChange={(serverName) => change({ serverName })}
      />
    </Fold>
  );
}

function summaryOf(form: ConnectionForm, on: boolean): string {
  const { ca, certificate, serverName } = form;
  const parts = [
    (ca.path || ca.text) && "own CA",
    (certificate.path || certificate.text) && "client certificate",
    serverName && `expects ${serverName}`,
  ].filter(Boolean);
  if (on) return ["on", ...parts].join(", ");
  return parts.length > 0
    ? `off, though ${parts.join(", ")} is given: no address begins with https:// or grpcs://`
    : "off";
}
