import { readFile, stat } from "node:fs/promises";
import { StatusError } from "../../../base/status-error.ts";
import type { Pem } from "../../contract/index.ts";
import { fromFileError } from "../../../base/file-error.ts";
import {
  formatAuthority,
  type ServerAccess,
  type Target,
  type TlsMaterial,
} from "../../wire/index.ts";
import { parseAddress } from "../address.ts";
import type { Connection, SecretReference } from "./connection.ts";
import { isWithheld, WAYS } from "./plaintext-guard.ts";

export interface SecretSource {
  /** From the vault; null if it is lost. */
  read(id: string): Promise<string | null>;
}

/**
 * How to connect to a server at this moment: looks up secrets and reads files. Rejects FAILED_PRECONDITION for a lost
 * secret, an unset variable and an unreadable file, with `details.hopeless` where only the user can fix it.
 */
export async function resolveAccess(
  connection: Connection,
  secrets: SecretSource,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ServerAccess> {
  const value = (secret: SecretReference, what: string) =>
    resolveSecret(secret, what, secrets, environment);
  const headers = await resolveHeaders(connection, value);
  const proxy = connection.proxy.trim() === "" ? null : parseAddress("proxy", connection.proxy);
  const ways = WAYS.filter((field) => connection[field].trim() !== "");
  let material: Promise<TlsMaterial> | null = null;
  const target = async (field: (typeof WAYS)[number]): Promise<Target | null> => {
    if (!ways.includes(field)) return null;
    const address = parseAddress(field, connection[field]);
    const { host, port, path, secure } = address;
    const withheld = Object.keys(headers).length > 0 && isWithheld(connection, address);
    if (secure) material ??= resolveTls(connection.tls, value);
    return {
      host,
      port,
      path,
      headers: withheld ? {} : headers,
      ...(withheld && { withheld }),
      tls: secure ? await (material ?? {}) : null,
      proxy: proxy && `http://${formatAuthority(proxy)}`,
    };
  };
  return {
    grpc: await target("grpc"),
    http: await target("http"),
    metrics: await target("metrics"),
  };
}

type ResolveSecret = (secret: SecretReference, what: string) => Promise<string>;

async function resolveHeaders(
  { auth, headers }: Connection,
  value: ResolveSecret,
): Promise<Record<string, string>> {
  const resolved: Record<string, string> = {};
  for (const { name, value: secret } of headers)
    resolved[name.toLowerCase()] = printable(name, await value(secret, `header '${name}'`));
  if (auth.kind === "bearer")
    resolved.authorization = printable(
      "authorization",
      `Bearer ${await value(auth.token, "bearer token")}`,
    );
  if (auth.kind === "basic") {
    const password = await value(auth.password, "password");
    resolved.authorization = `Basic ${Buffer.from(`${auth.user}:${password}`).toString("base64")}`;
  }
  return resolved;
}

async function resolveTls(tls: Connection["tls"], value: ResolveSecret): Promise<TlsMaterial> {
  if (tls === null) return {};
  const { ca, certificate, key, serverName } = tls;
  return {
    ...(ca && { ca: await readPem(ca, "CA certificate") }),
    ...(certificate && { certificate: await readPem(certificate, "client certificate") }),
    ...(key && {
      key:
        key.kind === "file"
          ? await readPemFile(key.path, "client key")
          : await value(key.secret, "client key"),
    }),
    ...(serverName.trim() !== "" && { serverName: serverName.trim() }),
  };
}

async function readPem(pem: Pem, what: string): Promise<string> {
  return pem.kind === "text" ? pem.text : readPemFile(pem.path, what);
}

/** Certificates and keys are much smaller; a device or a pipe would be read without end. */
const MAX_BYTES = 1024 * 1024;

async function readPemFile(path: string, what: string): Promise<string> {
  try {
    const file = await stat(path);
    if (file.isFile() && file.size <= MAX_BYTES) {
      const text = await readFile(path, "utf8");
      if (text.includes("-----BEGIN ")) return text;
    }
  } catch (error) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The ${what} cannot be read: ${fromFileError(error, path).message}`,
      { cause: error },
    );
  }
  throw new StatusError("FAILED_PRECONDITION", `The ${what} '${path}' is not PEM text.`);
}

async function resolveSecret(
  secret: SecretReference,
  what: string,
  secrets: SecretSource,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  if (secret.kind === "environment") {
    if (secret.unconfirmed) throw unconfirmed(what, secret.variable);
    const value = environment[secret.variable];
    if (value) return value;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The ${what} comes from the environment variable ${secret.variable}, which is not set; ` +
        "set it and start Batchdeck again.",
      { details: { hopeless: true } },
    );
  }
  const value = await secrets.read(secret.id);
  if (value !== null) return value;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The ${what} is missing: without a keychain secrets are lost when Batchdeck ends, and lists of connections contain none. ` +
      "Edit the connection and enter it, or name an environment variable.",
    { details: { hopeless: true } },
  );
}

/** An imported list could name any variable of the host, and any address to send it to. */
function unconfirmed(what: string, variable: string): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    `An imported list would send the environment variable ${variable} to this server as the ${what}. ` +
      "Nothing is sent until you check its addresses: edit the connection and save it.",
    { details: { hopeless: true } },
  );
}

/** The message leaves the value out: it is a secret. */
function printable(name: string, value: string): string {
  if (/^[\x20-\x7e\t]*$/.test(value)) return value;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `The value of the header '${name}' contains a line break or a character that headers don't allow.`,
    { details: { hopeless: true } },
  );
}
