import type { Pem } from "../../contract/index.ts";
import { formatAuthority } from "../../wire/index.ts";
import { parseAddress } from "../address.ts";
import type {
  HeaderFromEnvironment,
  PemFile,
  TlsFiles,
  ClientEndpoint,
  ClientEndpoints,
} from "../client-endpoints.ts";
import type { Connection, SecretReference } from "./connection.ts";
import { isWithheld } from "./plaintext-guard.ts";

/** How programs connect to a connection's server. INVALID_ARGUMENT for an invalid address. */
export function toClientEndpoints(connection: Connection): ClientEndpoints {
  const headers = toHeaders(connection);
  const tls = toTlsFiles(connection.tls);
  const endpoint = (field: "http" | "grpc"): ClientEndpoint | null => {
    if (connection[field].trim() === "") return null;
    const address = parseAddress(field, connection[field]);
    const withheld = headers.length > 0 && isWithheld(connection, address);
    return {
      authority: formatAuthority(address),
      path: address.path,
      tls: address.secure ? tls : null,
      headers: withheld ? [] : headers,
      withheld,
      proxied: connection.proxy.trim() !== "",
    };
  };
  return { http: endpoint("http"), grpc: endpoint("grpc") };
}

function toHeaders({ auth, headers }: Connection): HeaderFromEnvironment[] {
  const own = headers
    // Authentication settings take precedence.
    .filter(({ name }) => auth.kind === "none" || name.toLowerCase() !== "authorization")
    .map(
      ({ name, value }): HeaderFromEnvironment => ({
        name,
        variable: chooseVariable(value, variableNamed(name)),
        form: { kind: "plain" },
      }),
    );
  const name = "Authorization";
  if (auth.kind === "bearer") {
    const variable = chooseVariable(auth.token, "TOKEN");
    return [{ name, variable, form: { kind: "bearer" } }, ...own];
  }
  if (auth.kind === "basic") {
    const variable = chooseVariable(auth.password, "PASSWORD");
    return [{ name, variable, form: { kind: "basic", user: auth.user } }, ...own];
  }
  return own;
}

function chooseVariable(secret: SecretReference, otherwise: string): string {
  // An imported list could contain any text.
  const named = secret.kind === "environment" && /^[A-Za-z_]\w*$/.test(secret.variable);
  return named ? secret.variable : otherwise;
}

/** "x-api-key" as X_API_KEY. Names that don't begin with x- could be a variable with another meaning, such as PATH. */
function variableNamed(header: string): string {
  const words = header.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return words.startsWith("X_") ? words : `HEADER_${words}`;
}

function toTlsFiles(tls: Connection["tls"]): TlsFiles {
  const file = (pem: Pem | null, name: string): PemFile | null => {
    if (pem === null) return null;
    return pem.kind === "file" ? { path: pem.path, toSave: false } : { path: name, toSave: true };
  };
  const key = tls?.key ?? null;
  return {
    ca: file(tls?.ca ?? null, "ca.pem"),
    certificate: file(tls?.certificate ?? null, "client.pem"),
    key:
      key?.kind === "file"
        ? { path: key.path, toSave: false }
        : key && { path: "client.key", toSave: true },
    serverName: tls?.serverName.trim() ?? "",
  };
}
