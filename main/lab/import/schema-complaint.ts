import type { z } from "zod";
import { refuse, shown } from "./imported.ts";

/** Parses the value by the schema. INVALID_ARGUMENT names the first invalid field, after `where`. */
export function checked<T extends z.ZodType>(schema: T, value: unknown, where = ""): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  const found = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  return refuse(
    `${where}${formatPath(path)}`,
    `is ${shown(found)}: ${issue?.message ?? "not as it must be"}.`,
  );
}

/** steps[2].response.p99 */
function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`));
  return text.join("").replace(/^\./, "") || "the document";
}
