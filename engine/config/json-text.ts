/** Integers with too many digits for an exact number, and strings, which may contain such digits. */
const LONG_INTEGERS_AND_STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?[1-9]\d{15,}(?![\w.])/gs;

/**
 * JSON as `JSON.parse` reads it, but integers that a number cannot hold exactly come as bigints. Takes time in proportion
 * to the text, whatever it holds; a reviver does not. Throws a SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  let mark = "integer ";
  while (text.includes(`"${mark}`)) mark += " ";
  const marked = text.replace(LONG_INTEGERS_AND_STRINGS, (token) =>
    token.startsWith('"') ? token : `"${mark}${token}"`,
  );
  const holder = { value: JSON.parse(marked) as unknown };
  unmark(holder, mark);
  return holder.value;
}

/** Puts integers where marked strings are, at any depth. */
function unmark(root: object, mark: string): void {
  const open: Record<string, unknown>[] = [root as Record<string, unknown>];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === "object" && value !== null) open.push(value as Record<string, unknown>);
      if (typeof value !== "string" || !value.startsWith(mark)) continue;
      const digits = value.slice(mark.length);
      part[key] = Number.isSafeInteger(Number(digits)) ? Number(digits) : parseInteger(digits);
    }
  }
}

/** A number where there are far more digits than any integer type has: reading those takes long. */
function parseInteger(digits: string): number | bigint {
  return digits.length > 40 ? Number(digits) : BigInt(digits);
}
