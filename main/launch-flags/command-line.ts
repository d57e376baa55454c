import { shortShellWord } from "../../base/shell-word.ts";
import { StatusError } from "../../base/status-error.ts";

/** What a shell would replace or act on, outside of quotes. */
const SHELL_SIGNS = /[;|&<>()$`*?{}[\]~#!]/;

/**
 * Splits a command line as a POSIX shell splits one simple command: quotes, backslashes, lines joined by a backslash.
 * INVALID_ARGUMENT for what only a shell could run, such as variables, pipes and patterns.
 */
export function splitCommandLine(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] as string;
    if (quote === "'") {
      if (sign === "'") quote = null;
      else word += sign;
      continue;
    }
    if (sign === "\\") {
      const next = line[at + 1];
      if (next === undefined) throw invalid("ends with a backslash", line, at);
      at++;
      if (next === "\n") continue;
      const isLiteral = quote === '"' && !'"\\$`'.includes(next);
      word = (word ?? "") + (isLiteral ? `\\${next}` : next);
      continue;
    }
    if (quote === '"') {
      if (sign === '"') quote = null;
      else if (sign === "$" || sign === "`") throw shellOnly(sign, line, at);
      else word += sign;
      continue;
    }
    if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= "";
    } else if (/\s/.test(sign)) {
      if (sign === "\n" && (word !== null || words.length > 0) && line.slice(at).trim() !== "")
        throw invalid("has several lines; end each but the last with a backslash", line, at);
      if (word !== null) words.push(word);
      word = null;
    } else if (SHELL_SIGNS.test(sign)) {
      // Part of a word, these mean nothing to a shell.
      if ("#~".includes(sign) && word !== null) word += sign;
      else throw shellOnly(sign, line, at);
    } else word = (word ?? "") + sign;
  }
  if (quote !== null) throw invalid(`has a quote ${quote} that is not closed`, line, line.length);
  if (word !== null) words.push(word);
  return words;
}

/** One line that a shell would split into the same words. */
export function joinCommandLine(words: readonly string[]): string {
  return words.map(shortShellWord).join(" ");
}

function shellOnly(sign: string, line: string, at: number): StatusError {
  return invalid(
    `has an unquoted '${sign}', which needs a shell; the console starts programs without one. Write the value itself, or put it in single quotes`,
    line,
    at,
  );
}

function invalid(problem: string, line: string, at: number): StatusError {
  const before = line.slice(Math.max(0, at - 20), at).trimStart();
  const place = before === "" ? "" : ` (after '${before}')`;
  return new StatusError("INVALID_ARGUMENT", `The command line ${problem}${place}.`, {
    details: { field: "command" },
  });
}
