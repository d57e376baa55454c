import process from "node:process";

/** Line ends and tabs are the text's own; the rest steers terminals, and so do controls of writing direction. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text as a terminal may show it: control characters that names and servers bring are visible, as `\u001b`. */
export function visible(text: string): string {
  return text.replace(CONTROL, (char) => (char === "\n" || char === "\t" ? char : escaped(char)));
}

/** {@link visible}, on one line. */
export function visibleLine(text: string): string {
  return text.replace(CONTROL, escaped);
}

/** All that the command line prints goes through here and {@link printError} (SPEC.md, CLI-1). */
export function print(text: string): void {
  process.stdout.write(visible(text));
}

export function printError(text: string): void {
  process.stderr.write(visible(text));
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const escaped = (char: string) =>
  NAMED[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
