import type { ConnectionDraft, SecretDraft, ShownConnection } from "../../contract/index.ts";
import type { Vault } from "../secrets/vault.ts";
import { checkDraft, invalid } from "./checks.ts";
import { type Connection, type SecretReference, secretReference } from "./connection.ts";
import { mapSecrets, secretsOf } from "./secrets-of.ts";

/**
 * Puts a draft's new secrets into the vault and gives the connection to store. `before`: whose secrets are meant by
 * `kept`. Rejects INVALID_ARGUMENT with the field in `details.field`, having kept nothing.
 */
export async function keepConnection(
  draft: ConnectionDraft,
  vault: Vault,
  before: Connection | null,
): Promise<Connection> {
  checkDraft(draft);
  const earlier = new Map(before ? secretsOf(before) : []);
  for (const [field, secret] of secretsOf(draft)) checkSecret(field, secret, earlier);
  const given = await keepGiven(draft, vault);
  const { models = before?.models ?? [], ...rest } = draft;
  const whole = { ...rest, ...(models.length > 0 && { models }) };
  return mapSecrets(whole, (secret, field): SecretReference => {
    if (secret.kind === "environment") return secret;
    const kept = secret.kind === "given" ? given.get(field) : earlier.get(field);
    if (!kept) throw new TypeError(`no secret of ${field}`);
    return kept;
  });
}

/** All of a draft's new secrets, or none. */
async function keepGiven(
  draft: ConnectionDraft,
  vault: Vault,
): Promise<ReadonlyMap<string, SecretReference>> {
  const given = new Map<string, { kind: "vault"; id: string }>();
  try {
    for (const [field, secret] of secretsOf(draft))
      if (secret.kind === "given")
        given.set(field, { kind: "vault", id: await vault.keep(secret.value) });
    return given;
  } catch (error) {
    for (const { id } of given.values()) vault.forget(id);
    throw error;
  }
}

/** Takes a connection's secrets out of the vault, but for those that `after` has, too. */
export function forgetSecrets(before: Connection, vault: Vault, after: Connection | null): void {
  const still = new Set(after ? secretsOf(after).map(([, secret]) => idOf(secret)) : []);
  for (const [, secret] of secretsOf(before))
    if (secret.kind === "vault" && !still.has(secret.id)) vault.forget(secret.id);
}

/** Takes out of the vault what a stored text refers to that no schema reads any more. */
export function forgetSecretsIn(stored: unknown, vault: Vault): void {
  if (typeof stored !== "object" || stored === null) return;
  const { success, data } = secretReference.safeParse(stored);
  if (success) {
    if (data.kind === "vault") vault.forget(data.id);
    return;
  }
  for (const part of Object.values(stored)) forgetSecretsIn(part, vault);
}

/** What may be shown of a connection. */
export function shownConnectionOf(
  connection: Connection,
  vault: Vault,
  environment: NodeJS.ProcessEnv = process.env,
): ShownConnection {
  return mapSecrets(connection, (secret) => {
    if (secret.kind === "environment")
      return {
        kind: "environment",
        variable: secret.variable,
        set: environment[secret.variable] !== undefined,
      };
    return vault.has(secret.id) ? { kind: "kept", where: vault.where } : { kind: "lost" };
  });
}

/** A key is text of many lines that goes into no header; a password travels as base64. */
const ENCODED: ReadonlySet<string> = new Set(["tls.key", "auth.password"]);

function checkSecret(
  field: string,
  secret: SecretDraft,
  earlier: ReadonlyMap<string, SecretReference>,
): void {
  if (secret.kind === "kept" && !earlier.has(field))
    throw invalid(field, "A secret is to stay as it was, but there was none; enter it.");
  if (secret.kind === "given" && secret.value === "") throw invalid(field, "A secret is empty.");
  // HTTP and gRPC take no line breaks and no letters beyond Latin.
  const asItIs = !ENCODED.has(field);
  if (secret.kind === "given" && asItIs && !/^[\x20-\x7e\t]+$/.test(secret.value))
    throw invalid(
      field,
      "A secret has a line break or a letter in it that no header can carry; printable ASCII alone is allowed.",
    );
  if (secret.kind === "environment" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(secret.variable))
    throw invalid(field, `'${secret.variable}' is no name of an environment variable.`);
}

function idOf(secret: SecretReference): string | null {
  return secret.kind === "vault" ? secret.id : null;
}

/** Keeps the secrets of connections that others store, in `vault`. */
export function secretKeeper(vault: Vault) {
  return {
    keep: (draft: ConnectionDraft, before: Connection | null) =>
      keepConnection(draft, vault, before),
    forget: (before: Connection, after: Connection | null) => forgetSecrets(before, vault, after),
    forgetIn: (stored: unknown) => forgetSecretsIn(stored, vault),
    shown: (connection: Connection) => shownConnectionOf(connection, vault),
  };
}
