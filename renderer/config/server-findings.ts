import { type Finding, locatePath, parseConfig } from "../../engine/config/index.ts";
import { type StatusCode, StatusError } from "../../base/status-error.ts";

/** The disk is full or read-only, or the data directory is damaged. */
const hostFaults: ReadonlySet<StatusCode> = new Set([
  "RESOURCE_EXHAUSTED",
  "PERMISSION_DENIED",
  "DATA_LOSS",
]);

/**
 * A server's rejection of a configuration as findings: those it contains, else one at the field it names, at text it
 * quotes, or on the first line. Empty if the text wasn't the cause.
 */
export function serverFindings(thrown: unknown, text: string): readonly Finding[] {
  const { code, message, details } = StatusError.from(thrown);
  if (hostFaults.has(code)) return [];
  const { findings, field } = details;
  if (Array.isArray(findings) && findings.length > 0) return findings as Finding[];
  const range =
    typeof field === "string"
      ? locatePath(parseConfig(text).locations, field)
      : (mentioned(message, text) ?? { from: 0, to: 0 });
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

/**
 * The place that a message refers to: a string of the text that it quotes (other than the model's name), else a value such
 * as KIND_GPU, else a field such as max_batch_size.
 */
function mentioned(message: string, text: string): { from: number; to: number } | null {
  const own = /^\s*name\s*:\s*"([^"]*)"/m.exec(text)?.[1];
  const words = (pattern: RegExp) => [...message.matchAll(pattern)].map(([, word]) => word ?? "");
  const quoted = words(/['"‘“]([^'"’”]+)['"’”]/g).filter((word) => word !== own);
  const candidates = [
    ...quoted.toReversed().map((word) => `"${word}"`),
    ...words(/\b([A-Z]+_[A-Z0-9_]+)\b/g),
    ...words(/\b([a-z]+(?:_[a-z]+)+)\b/g),
  ];
  const found = candidates.find((word) => text.includes(word));
  if (!found) return null;
  const from = text.indexOf(found);
  return { from, to: from + found.length };
}
