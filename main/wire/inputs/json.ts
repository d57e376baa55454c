/** A whole number of so many digits that a number may not hold it exactly. */
const LONG_INTEGER = /[[,:\s]-?\d{16,}\s*[,\]}]/;

/** Integers that a number cannot hold exactly come as bigints. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}
