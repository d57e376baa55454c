const MAX_DIMS = 64;

/**
 * A shape as a user types it: "3, 64, 64", "[3, 64, 64]" or "3x64x64". Null for text that is not a shape; an empty text
 * is not one.
 */
export function parseShape(text: string): number[] | null {
  const bare = /^\s*(?:\[([^[\]]*)\]|([^[\]]*))\s*$/.exec(text);
  const parts = (bare?.[1] ?? bare?.[2] ?? "").trim().split(/\s*[,x×]\s*|\s+/i);
  if (parts.length > MAX_DIMS || !parts.every((part) => /^\d{1,10}$/.test(part))) return null;
  return parts.map(Number);
}

/** "[3, 64, 64]" */
export function formatShape(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}
