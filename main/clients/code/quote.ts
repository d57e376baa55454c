/** A Python string literal. JSON strings are valid if non-ASCII characters are escaped, too. */
export function pythonString(text: string): string {
  return JSON.stringify(text).replace(/[^\x20-\x7e]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** A Python bytes literal. */
export function pythonBytes(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === "\\") return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `b"${text.join("")}"`;
}

/** A TypeScript string literal in single quotes, in which JSON stays readable. */
export function scriptString(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // Two line separators that break old engines.
  return `'${inside.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}'`;
}

/** Text for a comment line. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** A text in pieces of this many characters. */
export function pieces(text: string, length: number): string[] {
  const count = Math.ceil(text.length / length);
  return Array.from({ length: count }, (_, i) => text.slice(i * length, (i + 1) * length));
}
