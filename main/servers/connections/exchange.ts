import { randomUUID } from "node:crypto";
import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import { connectionWith } from "../../contract/index.ts";
import type { Connection, SecretReference } from "./connection.ts";
import { mapSecrets, listSecrets } from "./map-secrets.ts";

const VERSION = 1;

/** A secret in a file: the name of a variable, or that there was one. */
const exportedSecret = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("environment"), variable: z.string() }),
  z.object({ kind: z.literal("left out") }),
]);

const file = z.object({
  batchdeckConnections: z.number().int(),
  connections: z.array(connectionWith(exportedSecret)).max(500),
});

/** Connections as a file for another user or machine: JSON text, without secrets. */
export function exportText(connections: readonly Connection[]): string {
  const exported = connections.map((connection) =>
    mapSecrets(
      connection,
      (secret): z.infer<typeof exportedSecret> =>
        secret.kind === "environment"
          ? { kind: "environment", variable: secret.variable }
          : { kind: "left out" },
    ),
  );
  return `${JSON.stringify({ batchdeckConnections: VERSION, connections: exported }, null, 2)}\n`;
}

/**
 * Secrets that were left out count as lost, and variables wait for confirmation: the list's author must not learn them.
 * INVALID_ARGUMENT for other files.
 */
export function importText(text: string): Connection[] {
  const parsed = file.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join(".") || "the file";
    throw invalid(`This is not a list of connections: ${where}: ${issue?.message ?? "unknown"}.`);
  }
  const { batchdeckConnections: version, connections } = parsed.data;
  if (version > VERSION)
    throw invalid(
      `This list of connections has version ${version}; this Batchdeck reads up to ${VERSION}. Use a newer one.`,
    );
  return connections.map((connection) =>
    mapSecrets(
      connection,
      (secret): SecretReference =>
        secret.kind === "environment"
          ? { ...secret, unconfirmed: true }
          : { kind: "vault", id: randomUUID() },
    ),
  );
}

/** Whether a secret of an imported connection must be entered or confirmed before use. */
export function needsSecrets(connection: Connection): boolean {
  return listSecrets(connection).length > 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid("This is not a list of connections: it isn't valid JSON.", cause);
  }
}

function invalid(message: string, cause?: unknown): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { cause, details: { field: "text" } });
}
