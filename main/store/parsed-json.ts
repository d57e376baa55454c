/** A stored text as JSON; null where it is not JSON; no object schema accepts null. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
