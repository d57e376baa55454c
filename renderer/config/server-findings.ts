import { type Finding, locatePath, parseConfig } from "../../engine/config/index.ts";
import { StatusError } from "../../engine/protocol/status.ts";

/**
 * What a server said about a configuration it refused, at the place it speaks of: the findings it names, the
 * field it names, or the name it quotes; failing these, the first line.
 */
export function serverFindings(thrown: unknown, text: string): readonly Finding[] {
  const { message, details } = StatusError.from(thrown);
  const { findings, field } = details;
  if (Array.isArray(findings) && findings.length > 0) return findings as Finding[];
  const range =
    typeof field === "string"
      ? locatePath(parseConfig(text).locations, field)
      : (quotedName(message, text) ?? { from: 0, to: 0 });
  const before = text.slice(0, range.from);
  const line = before.split("\n").length;
  return [
    {
      id: "server",
      severity: "error",
      stage: "load",
      message,
      from: range.from,
      to: range.to,
      line,
      column: range.from - before.lastIndexOf("\n"),
    },
  ];
}

/** The last name in quotes in a message that the text holds as a string of its own. */
function quotedName(message: string, text: string): { from: number; to: number } | null {
  const names = [...message.matchAll(/['"‘“]([^'"’”]+)['"’”]/g)].map(([, name]) => `"${name}"`);
  const found = names.findLast((name) => text.includes(name));
  if (!found) return null;
  const from = text.indexOf(found);
  return { from, to: from + found.length };
}
