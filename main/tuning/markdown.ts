const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");

/** A code block. Its fence must be longer than any run of backticks in the text. */
export function markdownCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length - 2));
  const fence = "`".repeat(3 + longest);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
