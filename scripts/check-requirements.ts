// Checks that every requirement is defined once in the tree, and that every quoted id exists.
import path from "node:path";
import { projectFiles, readProjectFile } from "./project-files.ts";

export interface TextFile {
  /** Relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/**
 * `**SCHED-B6**` in a SPEC.md: area, group and number. The lab's verdicts, which users see, have no
 * area: `**V8**`.
 */
const DEFINITION = /\*\*([A-Z][A-Z0-9]+(?:-[A-Z]+)*-[A-Z]{0,2}\d+|V\d+)\*\*/g;
const QUOTE = /(?<![\w-])([A-Z][A-Z0-9]+(?:-[A-Z]+)*-[A-Z]{0,2})(\d+)(?!\w)/g;
/** The ids at the start of a test's title: `it("[SCHED-B6] [SCHED-Q5] …"`. */
const TITLE =
  /\b(?:it|test|describe)\b.*?\(\s*["'`]((?:\[[A-Z][^\]]*\] ?)+)|^\s*["'`]((?:\[[A-Z][^\]]*\] ?)+)/;
/** Ids without an area, such as B6, in a title's brackets or after "rule". */
const BARE = /(?<![\w-])[A-Z]{1,2}\d+(?![\w-])/g;
const NAMED_RULE = /\b[Rr]ules? ((?:[A-Z]{1,2}\d+(?![\w-])(?:, | and | to )?)+)/g;

/** One sentence with its position for each id that is defined twice or never. */
export function requirementFaults(files: readonly TextFile[]): string[] {
  const faults: string[] = [];
  const defined = new Map<string, string>();
  for (const { file, text } of files.filter(isSpec)) {
    forEachLine(text, (line, number) => {
      for (const [, id = ""] of line.matchAll(DEFINITION)) {
        const place = `${file}:${number}`;
        const first = defined.get(id);
        if (first) faults.push(`${place}  ${id} is defined in ${first} already`);
        else defined.set(id, place);
      }
    });
  }
  const families = new Set([...defined.keys()].map((id) => id.replace(/\d+$/, "")));
  const bare = new Set([...defined.keys(), ...adviceIds(files)]);
  for (const { file, text } of files) {
    forEachLine(text, (line, number) => {
      for (const [id, family = ""] of line.matchAll(QUOTE))
        if (families.has(family) && !defined.has(id))
          faults.push(`${file}:${number}  ${id} is defined in no SPEC.md`);
      for (const id of bareIds(line))
        if (!bare.has(id))
          faults.push(`${file}:${number}  ${id} is no id: give it its area, such as SCHED-B6`);
    });
  }
  return faults;
}

function isSpec({ file }: TextFile): boolean {
  return path.posix.basename(file) === "SPEC.md";
}

/** Each advice has a page in docs/rules; users see its id, which has no area. */
function adviceIds(files: readonly TextFile[]): string[] {
  return files.flatMap(({ file }) => /^docs\/rules\/([A-Z]\d+)\b.*\.md$/.exec(file)?.[1] ?? []);
}

function bareIds(line: string): string[] {
  const [, inCall, atStart] = TITLE.exec(line) ?? [];
  const named = [...line.matchAll(NAMED_RULE)].map(([, ids]) => ids);
  return [inCall, atStart, ...named].flatMap((text) => text?.match(BARE) ?? []);
}

function forEachLine(text: string, visit: (line: string, number: number) => void): void {
  for (const [index, line] of text.split("\n").entries()) visit(line, index + 1);
}

const read = (): TextFile[] =>
  projectFiles(/\.(ts|tsx|mjs|md)$/)
    .filter((file) => !file.startsWith("scripts/check-requ"))
    .map((file) => ({ file, text: readProjectFile(file) }));

function main(): number {
  const files = read();
  const specs = files.filter(isSpec).length;
  const faults = requirementFaults(files);
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  process.stdout.write(
    `${specs} SPEC.md of ${files.length} files, ${faults.length} faulty requirement ids\n`,
  );
  return faults.length === 0 && specs > 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = main();
