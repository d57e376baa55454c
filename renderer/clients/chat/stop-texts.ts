/** One a line; a line break within one is written \n, a backslash \\. */
export function stopTexts(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/\\(\\|n)/g, (_, sign: string) => (sign === "n" ? "\n" : "\\")));
}

export function stopLines(stop: readonly string[]): string {
  return stop.map((text) => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")).join("\n");
}
