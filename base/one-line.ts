/**
 * Longest sentence of a log line, in characters: names come from clients, and a log is no place for
 * megabytes.
 */
const MAX_SENTENCE = 8192;

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Text on one line: line ends and characters that control a terminal or the writing direction are
 * escaped as `\u001b`.
 */
export function visibleLine(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (char) => ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Escapes line ends and terminal control characters, and cuts after 8192 characters (LOG-6, LOG-7):
 * names come from clients and from files.
 */
export function oneLine(text: string): string {
  const line = visibleLine(text.slice(0, MAX_SENTENCE));
  const kept = line.slice(0, MAX_SENTENCE);
  const missing = text.length - Math.min(text.length, MAX_SENTENCE) + line.length - kept.length;
  return missing === 0 ? line : `${kept}… (${missing} more characters)`;
}
