import { readFile } from "node:fs/promises";
import { fromFileError } from "../../base/file-error.ts";
import { StatusError } from "../../base/status-error.ts";

/** Credentials from Triton's file, by URL prefix. */
type CredentialFile = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = "TRITON_CLOUD_CREDENTIAL_PATH";

/**
 * Credentials for `url` from the file in TRITON_CLOUD_CREDENTIAL_PATH: those with the longest
 * matching prefix (OBJSTORE-5). Undefined if the variable isn't set. Throws if the file can't be
 * read or has no matching entry.
 */
export async function findCredential(
  scheme: string,
  url: string,
  env: Environment,
): Promise<unknown> {
  const path = env[VARIABLE];
  if (!path) return undefined;
  const entries = (await readCredentialFile(path))[scheme];
  const names = typeof entries === "object" && entries !== null ? Object.keys(entries) : [];
  const [name] = names.filter((each) => matches(url, each)).toSorted((a, b) => b.length - a.length);
  if (name === undefined) {
    throw new StatusError(
      "UNAUTHENTICATED",
      `'${path}' (${VARIABLE}) has no credentials for '${url}': add an entry to "${scheme}" whose name is a prefix of the URL.`,
    );
  }
  return entries?.[name];
}

/** Triton compares the prefixes as they are written. */
function matches(url: string, name: string): boolean {
  return `${url}/`.startsWith(name);
}

async function readCredentialFile(path: string): Promise<CredentialFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw fromFileError(error, path);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as CredentialFile;
  } catch {
    // The message below; the parser's own would show parts of the file.
  }
  throw new StatusError("INVALID_ARGUMENT", `'${path}' (${VARIABLE}) must be a JSON object.`);
}

/** The string fields of an entry; empty strings count as absent, as in Triton. */
export function textFields<T extends string>(
  entry: unknown,
  names: readonly T[],
): Partial<Record<T, string>> {
  const fields = (typeof entry === "object" && entry !== null ? entry : {}) as Record<
    string,
    unknown
  >;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name];
      return typeof value === "string" && value !== "" ? [[name, value]] : [];
    }),
  ) as Partial<Record<T, string>>;
}
