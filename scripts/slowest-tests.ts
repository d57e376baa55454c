// `node scripts/slowest-tests.ts [COUNT]`: the slowest tests of the last unit and browser runs, by the reports in .cache/tests.
import fs from "node:fs";
import path from "node:path";
import { root } from "./process.ts";

interface TimedTest {
  readonly name: string;
  readonly ms: number;
}

/** The used part of Vitest's JSON report. */
interface UnitReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly duration?: number | null;
    }[];
  }[];
}

/** The used part of Playwright's JSON report. */
interface BrowserSuite {
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

export function unitTests({ testResults }: UnitReport): TimedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(root, name)} > ${fullName}`,
      ms: duration ?? 0,
    })),
  );
}

/** Includes the time of all attempts. */
export function browserTests({ suites = [], specs = [] }: BrowserSuite): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => ({
    name: `e2e/${file} > ${title}`,
    ms: tests
      .flatMap(({ results }) => results)
      .reduce((total, { duration }) => total + duration, 0),
  }));
  return [...own, ...suites.flatMap(browserTests)];
}

export const slowest = (tests: readonly TimedTest[], count: number): TimedTest[] =>
  tests.toSorted((a, b) => b.ms - a.ms).slice(0, count);

const REPORTS = [
  ["unit tests", ".cache/tests/unit.json", unitTests],
  ["browser tests", ".cache/tests/browser.json", browserTests],
] as const;

function main(count: number): number {
  if (!Number.isInteger(count) || count < 1) {
    process.stderr.write(`'${process.argv[2]}' is not a number of tests. Enter 20, for example.\n`);
    return 2;
  }
  for (const [title, file, read] of REPORTS) {
    const from = path.join(root, file);
    if (!fs.existsSync(from)) {
      process.stdout.write(`No ${title} in ${file}. Run: npm test\n`);
      continue;
    }
    const tests = read(JSON.parse(fs.readFileSync(from, "utf8")));
    const seconds = tests.reduce((total, { ms }) => total + ms, 0) / 1000;
    const ended = fs.statSync(from).mtime.toLocaleString("sv");
    process.stdout.write(`${tests.length} ${title} of ${ended}, ${seconds.toFixed(0)} s in all\n`);
    for (const { name, ms } of slowest(tests, count))
      process.stdout.write(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}\n`);
  }
  return 0;
}

if (import.meta.main) process.exitCode = main(Number(process.argv[2] ?? 20));
