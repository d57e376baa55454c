import type { HeaderFromEnvironment, ClientEndpoint } from "../../servers/index.ts";
import { pythonString } from "./quote.ts";
import { hasFiles } from "./endpoint-comments.ts";

/** Modules that its headers need. */
export function pythonEndpointImports({ headers }: ClientEndpoint): string[] {
  const basic = headers.some(({ form }) => form.kind === "basic");
  return [...(basic ? ["base64"] : []), ...(headers.length > 0 ? ["os"] : [])];
}

/** The constant HEADERS, where there are any. gRPC takes names in lower case alone. */
export function pythonHeaders({ headers }: ClientEndpoint): string[] {
  if (headers.length === 0) return [];
  return dictionary(
    "HEADERS",
    headers.map((header) => [header.name.toLowerCase(), formatValue(header)]),
  );
}

function formatValue({ variable, form }: HeaderFromEnvironment): string {
  const value = `os.environ[${pythonString(variable)}]`;
  if (form.kind === "plain") return value;
  if (form.kind === "bearer") return `"Bearer " + ${value}`;
  const pair = `(${pythonString(`${form.user}:`)} + ${value}).encode()`;
  return `"Basic " + base64.b64encode(${pair}).decode()`;
}

/** An argument of a call, where there are headers. */
export const headersArgument = ({ headers }: ClientEndpoint): [string, string][] =>
  headers.length > 0 ? [["headers", "HEADERS"]] : [];

/**
 * The constant TLS: arguments of tritonclient.grpc.aio's client, or the options of geventhttpclient, on which
 * tritonclient.http stands. None where the system's trust is all there is.
 */
export function pythonTls({ tls }: ClientEndpoint, wire: "grpc" | "http"): string[] {
  if (!tls || !hasFiles(tls)) return [];
  const names = NAMES[wire];
  const files = (["ca", "certificate", "key"] as const).flatMap((file): [string, string][] => {
    const path = tls[file]?.path;
    return path === undefined ? [] : [[names[file], pythonString(path)]];
  });
  const named = tls.serverName === "" ? [] : [formatName(wire, pythonString(tls.serverName))];
  return dictionary("TLS", [...files, ...named]);
}

const NAMES = {
  grpc: { ca: "root_certificates", certificate: "certificate_chain", key: "private_key" },
  http: { ca: "ca_certs", certificate: "certfile", key: "keyfile" },
} as const;

/** Arguments of a channel take the place of all that the client would give it. */
function formatName(wire: "grpc" | "http", name: string): [string, string] {
  if (wire === "http") return ["server_hostname", name];
  const members = [
    '("grpc.max_send_message_length", -1)',
    '("grpc.max_receive_message_length", -1)',
    `("grpc.ssl_target_name_override", ${name})`,
  ];
  return ["channel_args", ["[", ...members.map((each) => `        ${each},`), "    ]"].join("\n")];
}

/** Arguments of a client's construction next to the URL. */
export function tlsArguments({ tls }: ClientEndpoint, wire: "grpc" | "http"): string[] {
  if (!tls) return [];
  if (!hasFiles(tls)) return ["ssl=True"];
  return ["ssl=True", wire === "grpc" ? "**TLS" : "ssl_options=TLS"];
}

function dictionary(name: string, members: readonly (readonly [string, string])[]): string[] {
  return [
    `${name} = {`,
    ...members.map(([key, value]) => `    ${pythonString(key)}: ${value},`),
    "}",
  ];
}
