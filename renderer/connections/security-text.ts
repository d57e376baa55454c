import type { ShownConnection, ShownSecret } from "../../main/contract/index.ts";

export interface SecretText {
  readonly label: string;
  readonly words: string;
  /** It must be entered or set again. */
  readonly missing: boolean;
}

/** Every secret of a connection with its storage, never its value. */
export function describeSecrets({ tls, auth, headers }: ShownConnection): SecretText[] {
  const secrets: (readonly [label: string, secret: ShownSecret])[] = [
    ...(tls?.key?.kind === "secret" ? [["Client certificate's key", tls.key.secret] as const] : []),
    ...(auth.kind === "bearer" ? [["Bearer token", auth.token] as const] : []),
    ...(auth.kind === "basic" ? [[`Password of ${auth.user}`, auth.password] as const] : []),
    ...headers.map(({ name, value }) => [`Header ${name}`, value] as const),
  ];
  return secrets.map(([label, secret]) => ({ label, ...describeSecret(secret) }));
}

function describeSecret(secret: ShownSecret): Omit<SecretText, "label"> {
  switch (secret.kind) {
    case "kept":
      return {
        words: secret.where === "keychain" ? "in the system's keychain" : "in the host's memory",
        missing: false,
      };
    case "lost":
      return { words: "lost with the host's last start: enter it again", missing: true };
    case "environment":
      return {
        words: secret.set ? `from ${secret.variable}` : `${secret.variable} is not set`,
        missing: !secret.set,
      };
  }
}

/** The connection's TLS settings besides the system's certificate authorities; or null. */
export function describeTls({ tls }: ShownConnection): string | null {
  if (!tls) return null;
  const parts = [
    tls.ca && `own CA${tls.ca.kind === "file" ? ` ${tls.ca.path}` : ""}`,
    tls.certificate &&
      `client certificate${tls.certificate.kind === "file" ? ` ${tls.certificate.path}` : ""}`,
    tls.serverName && `expects ${tls.serverName}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : null;
}
