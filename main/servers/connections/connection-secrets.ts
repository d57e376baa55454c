import type { ConnectionDraft, SecretDraft, ShownConnection } from "../../contract/index.ts";
import type { Vault } from "../secrets/vault.ts";
import { checkDraft, invalid } from "./checks.ts";
import { type Connection, type SecretReference, secretReference } from "./connection.ts";
import { mapSecrets, listSecrets } from "./map-secrets.ts";

/**
 * Puts a draft's new secrets into the vault and returns the connection to store. `before`: the connection that `kept`
 * secrets refer to. Rejects INVALID_ARGUMENT with the field in `details.field`, keeping nothing.
 */
export async function keepConnection(
  draft: ConnectionDraft,
  vault: Vault,
  before: Connection | null,
): Promise<Connection> {
  checkDraft(draft);
  const earlier = new Map(before ? listSecrets(before) : []);
  for (const [field, secret] of listSecrets(draft)) checkSecret(field, secret, earlier);
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

/** Stores all of a draft's new secrets, or none. */
async function keepGiven(
  draft: ConnectionDraft,
  vault: Vault,
): Promise<ReadonlyMap<string, SecretReference>> {
  const given = new Map<string, { kind: "vault"; id: string }>();
  try {
    for (const [field, secret] of listSecrets(draft))
      if (secret.kind === "given")
        given.set(field, { kind: "vault", id: await vault.keep(secret.value) });
    return given;
  } catch (error) {
    for (const { id } of given.values()) vault.forget(id);
    throw error;
  }
}

/** Removes a connection's secrets from the vault, except those that `after` has too. */
export function forgetSecrets(before: Connection, vault: Vault, after: Connection | null): void {
  const still = new Set(after ? listSecrets(after).map(([, secret]) => vaultId(secret)) : []);
  for (const [, secret] of listSecrets(before))
    if (secret.kind === "vault" && !still.has(secret.id)) vault.forget(secret.id);
}

/** Removes secrets that a stored text refers to, although no schema can read that text any more. */
export function forgetSecretsIn(stored: unknown, vault: Vault): void {
  if (typeof stored !== "object" || stored === null) return;
  const { success, data } = secretReference.safeParse(stored);
  if (success) {
    if (data.kind === "vault") vault.forget(data.id);
    return;
  }
  for (const part of Object.values(stored)) forgetSecretsIn(part, vault);
}

/** A connection without its secrets. */
export function toShownConnection(
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

/** Keys are multi-line text and never go into headers; passwords travel as base64. */
const ENCODED: ReadonlySet<string> = new Set(["tls.key", "auth.password"]);

function checkSecret(
  field: string,
  secret: SecretDraft,
  earlier: ReadonlyMap<string, SecretReference>,
): void {
  if (secret.kind === "kept" && !earlier.has(field))
    throw invalid(field, "A secret was to be kept, but none is stored. Enter it.");
  if (secret.kind === "given" && secret.value === "") throw invalid(field, "A secret is empty.");
  // HTTP and gRPC accept no line breaks and no characters beyond Latin-1.
  const asItIs = !ENCODED.has(field);
  if (secret.kind === "given" && asItIs && !/^[\x20-\x7e\t]+$/.test(secret.value))
    throw invalid(
      field,
      "A secret contains a line break or a character that headers don't allow. Use printable ASCII only.",
    );
  if (secret.kind === "environment" && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(secret.variable))
    throw invalid(field, `'${secret.variable}' isn't a valid name of an environment variable.`);
}

function vaultId(secret: SecretReference): string | null {
  return secret.kind === "vault" ? secret.id : null;
}

/** Keeps the secrets of connections that other domains store, in `vault`. */
export function secretKeeper(vault: Vault) {
  return {
    keep: (draft: ConnectionDraft, before: Connection | null) =>
      keepConnection(draft, vault, before),
    forget: (before: Connection, after: Connection | null) => forgetSecrets(before, vault, after),
    forgetIn: (stored: unknown) => forgetSecretsIn(stored, vault),
    shown: (connection: Connection) => toShownConnection(connection, vault),
  };
}
