/** Integers too long to be exact numbers, and strings, which may contain such digits. */
const LONG_INTEGERS_AND_STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\w.+-])-?[1-9]\d{15,}(?![\w.])/gs;

/**
 * Parses JSON as `JSON.parse` does, but returns integers that a number can't hold exactly as bigints. Runs in linear
 * time for any text, which a reviver would not. Throws a SyntaxError.
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

/** Replaces marked strings by integers, at any depth. */
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

/** Returns a number for far more digits than any integer type has, since parsing those as a bigint is slow. */
function parseInteger(digits: string): number | bigint {
  return digits.length > 40 ? Number(digits) : BigInt(digits);
}
