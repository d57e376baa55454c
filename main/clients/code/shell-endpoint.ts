import type { HeaderFromEnvironment, ClientEndpoint } from "../../servers/index.ts";
import { shellWord } from "../../../base/shell-word.ts";

/** Options of curl for a server, with its address last. */
export function curlEndpoint({ authority, path, tls, headers }: ClientEndpoint): {
  options: string[];
  origin: string;
} {
  const { ca, certificate, key, serverName = "" } = tls ?? {};
  const host = serverName === "" ? authority : `${serverName}${authority.replace(/^.*:/, ":")}`;
  return {
    options: [
      ...(ca ? [`--cacert ${shellWord(ca.path)}`] : []),
      // A colon would end the file's name.
      ...(certificate ? [`--cert ${shellWord(certificate.path.replace(/[\\:]/g, "\\$&"))}`] : []),
      ...(key ? [`--key ${shellWord(key.path)}`] : []),
      // The certificate is for the address in the URL.
      ...(serverName === ""
        ? []
        : [`--connect-to ${shellWord(`::${authority}`)}`, `-H ${shellWord(`Host: ${authority}`)}`]),
      ...headers.map(curlHeader),
    ],
    origin: `${tls ? "https" : "http"}://${host}${path}`,
  };
}

/** Without its variable the command ends before it sends anything. */
function curlHeader({ name, variable, form }: HeaderFromEnvironment): string {
  const value = `"\${${variable}:?}"`;
  if (form.kind === "basic") return `--user ${shellWord(`${form.user}:`)}${value}`;
  return `-H ${shellWord(`${name}: ${form.kind === "bearer" ? "Bearer " : ""}`)}${value}`;
}

/** Options of grpcurl for a server. */
export function grpcurlEndpoint({ tls, headers }: ClientEndpoint): string[] {
  const { ca, certificate, key, serverName = "" } = tls ?? {};
  return [
    ...(tls ? [] : ["-plaintext"]),
    ...(ca ? [`-cacert ${shellWord(ca.path)}`] : []),
    ...(certificate ? [`-cert ${shellWord(certificate.path)}`] : []),
    ...(key ? [`-key ${shellWord(key.path)}`] : []),
    ...(serverName === "" ? [] : [`-authority ${shellWord(serverName)}`]),
    ...(headers.length > 0 ? ["-expand-headers"] : []),
    ...headers.map(grpcurlHeader),
  ];
}

/** Lines before the command, which ends there without a password. */
export function grpcurlGuards({ headers }: ClientEndpoint): string[] {
  return headers
    .filter(({ form }) => form.kind === "basic")
    .map(({ variable }) => `: "\${${variable}:?}"`);
}

/** `-expand-headers` inserts variables, and rejects unset ones. */
function grpcurlHeader({ name, variable, form }: HeaderFromEnvironment): string {
  if (form.kind !== "basic")
    return `-H ${shellWord(`${name}: ${form.kind === "bearer" ? "Bearer " : ""}\${${variable}}`)}`;
  const pair = `printf %s ${shellWord(`${form.user}:`)}"$${variable}"`;
  return `-H "${name}: Basic $(${pair} | base64 | tr -d '\\n')"`;
}
