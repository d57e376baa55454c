import type { HeaderFromEnvironment, TlsFiles, ClientEndpoint } from "../../servers/index.ts";
import { oneLine } from "./quote.ts";

/** What the user has to set or save before a program runs, one comment line each; `mark` begins one. */
export function endpointComments({ tls, headers }: ClientEndpoint, mark: string): string[] {
  const variables = headers.map(
    (header) => `${header.variable}: ${describeHeader(header)}, taken from the environment.`,
  );
  const files = (
    [
      [tls?.ca, "save the connection's CA certificate there first."],
      [tls?.certificate, "save the connection's client certificate there first."],
      [tls?.key, "save the client certificate's key there first, for you alone to read."],
    ] as const
  ).flatMap(([file, what]) => (file?.toSave ? [`${file.path}: ${what}`] : []));
  return [...variables, ...files].map((line) => `${mark} ${oneLine(line)}`);
}

function describeHeader({ name, form }: HeaderFromEnvironment): string {
  if (form.kind === "bearer") return "the bearer token";
  return form.kind === "basic" ? `the password of '${form.user}'` : `the header ${name}`;
}

/** How the program differs from the connection. */
export function endpointNotes({ withheld, proxied }: ClientEndpoint): string[] {
  return [
    ...(withheld
      ? ["This address is not encrypted: the connection's headers are not sent there."]
      : []),
    ...(proxied ? ["The connection goes through a proxy, which this program does not."] : []),
  ];
}

/** Whether TLS needs more than what a system trusts. */
export function hasFiles({ ca, certificate, key, serverName }: TlsFiles): boolean {
  return ca !== null || certificate !== null || key !== null || serverName !== "";
}
