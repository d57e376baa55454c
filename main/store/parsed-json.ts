/** A stored text as JSON; null where it is none, which no schema of an object takes. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
