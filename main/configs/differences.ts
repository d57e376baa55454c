/** Whether a value is equivalent to leaving the field out. */
function isDefault(value: unknown): boolean {
  if (value === 0 || value === "" || value === false || value === "KIND_AUTO") return true;
  if (Array.isArray(value)) return value.length === 0;
  return value !== null && typeof value === "object" && Object.values(value).every(isDefault);
}

/**
 * The path of the first field of `asked` that has another value in `served`, or null. Fields that a server
 * adds and fields at their default don't count.
 */
export function firstDifference(asked: unknown, served: unknown, path = ""): string | null {
  if (isDefault(asked)) return null;
  if (asked === null || typeof asked !== "object") return asked === served ? null : path;
  if (served === null || typeof served !== "object") return path;
  for (const [key, value] of Object.entries(asked)) {
    const inner = Array.isArray(asked) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
    const difference = firstDifference(value, (served as Record<string, unknown>)[key], inner);
    if (difference !== null) return difference;
  }
  return null;
}
