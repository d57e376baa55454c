// Keeps the words of scripts/words.ts out of sources, tests and documents.
import { projectFiles, readProjectFile } from "./project-files.ts";
import { BANNED_WORDS, type BannedWord } from "./words.ts";

/** Files that quote the words: the list, its test, the glossary, and texts of earlier versions. */
const QUOTING = /^(scripts\/(check-)?words(\.test)?\.ts|docs\/glossary\.md|CHANGELOG\.md)$/;

/** One sentence with its position for each banned word in a file's path or text. */
export function wordFaults(
  file: string,
  text: string,
  words: readonly BannedWord[] = BANNED_WORDS,
): string[] {
  const faults: string[] = [];
  for (const { pattern, instead, inPaths, except } of words) {
    if (except?.includes(file)) continue;
    if (inPaths) {
      if (pattern.test(file)) faults.push(`${file}  is a file name to avoid: use ${instead}`);
      continue;
    }
    for (const [index, line] of text.split("\n").entries()) {
      const found = pattern.exec(line)?.[0];
      if (found) faults.push(`${file}:${index + 1}  "${found}": use ${instead}`);
    }
  }
  return faults;
}

function main(): number {
  const files = projectFiles(/\.(ts|tsx|mjs|md)$/).filter((file) => !QUOTING.test(file));
  const faults = files.flatMap((file) => wordFaults(file, readProjectFile(file)));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(`${files.length} files, ${faults.length} words of scripts/words.ts\n`);
  return faults.length === 0 && files.length > 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
