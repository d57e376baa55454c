import type { z } from "zod";
import { oneLine } from "../../base/one-line.ts";
import type { Unreadable } from "../contract/index.ts";

const MAX_NAME = 100;
const MAX_REASON = 500;

/** A stored object that can't be used, with its JSON, null where it isn't JSON (STORED-1 to 3). */
export interface UnreadableRow extends Unreadable {
  readonly stored: unknown;
}

/** `fallback`: its name where none can be read. */
export function unreadableRow(
  row: { readonly id: string; readonly stored: unknown; readonly fallback: string },
  reason: string,
): UnreadableRow {
  const { id, stored, fallback } = row;
  const name = oneLine(nameIn(stored).slice(0, MAX_NAME)).trim() || fallback;
  return { id, name, reason: oneLine(reason.slice(0, MAX_REASON)), stored };
}

/** The first field that isn't as the schema has it, as a sentence. */
export function describeIssue(stored: unknown, { issues }: z.ZodError): string {
  if (stored === null) return "It is empty or isn't JSON.";
  const [issue] = issues;
  const path = issue?.path.map(String).join(".") || "the document";
  return `'${path}' is wrong: ${issue?.message ?? "not as expected"}.`;
}

/** Of a fleet it is in its template. */
function nameIn(stored: unknown): string {
  const { name, template } = (stored ?? {}) as { name?: unknown; template?: unknown };
  if (typeof name === "string") return name;
  return typeof template === "object" && template !== null
    ? nameIn({ ...template, template: null })
    : "";
}
