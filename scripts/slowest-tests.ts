// `node scripts/slowest-tests.ts [COUNT] [--cpu] [--files]`: the slowest tests, or files, of the last unit and browser
// runs, by time or CPU time in the reports in .cache/tests.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { root } from "./process.ts";

interface TimedTest {
  readonly file: string;
  readonly name: string;
  readonly ms: number;
  /** With that of the processes that it started; a file's first test includes what the file imports. */
  readonly cpuMs: number;
}

/** The used part of Vitest's JSON report. */
interface UnitReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly duration?: number | null;
      readonly meta?: { readonly cpuSeconds?: number };
    }[];
  }[];
}

/** The used part of Playwright's JSON report. */
interface BrowserSuite {
  readonly suites?: readonly BrowserSuite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly tests: readonly {
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[];
      readonly results: readonly { readonly duration: number }[];
    }[];
  }[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function unitTests({ testResults }: UnitReport): TimedTest[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration, meta }) => ({
      file: path.relative(root, name),
      name: fullName,
      ms: duration ?? 0,
      cpuMs: (meta?.cpuSeconds ?? 0) * 1000,
    })),
  );
}

/** Includes the time of all attempts. */
export function browserTests({ suites = [], specs = [] }: BrowserSuite): TimedTest[] {
  const own = specs.map(({ file, title, tests }) => ({
    file: `e2e/${file}`,
    name: title,
    ms: sum(tests.flatMap(({ results }) => results).map(({ duration }) => duration)),
    cpuMs: sum(
      tests
        .flatMap(({ annotations = [] }) => annotations)
        .filter(({ type }) => type === "cpu")
        .map(({ description }) => Number(description) * 1000),
    ),
  }));
  return [...own, ...suites.flatMap(browserTests)];
}

/** The tests of each file as one. */
export const byFile = (tests: readonly TimedTest[]): TimedTest[] =>
  [...Map.groupBy(tests, ({ file }) => file)].map(([file, own]) => ({
    file,
    name: own.length === 1 ? "1 test" : `${own.length} tests`,
    ms: sum(own.map(({ ms }) => ms)),
    cpuMs: sum(own.map(({ cpuMs }) => cpuMs)),
  }));

export const slowest = (
  tests: readonly TimedTest[],
  count: number,
  by: "ms" | "cpuMs" = "ms",
): TimedTest[] => tests.toSorted((a, b) => b[by] - a[by]).slice(0, count);

const REPORTS = [
  ["unit tests", ".cache/tests/unit.json", unitTests],
  ["browser tests", ".cache/tests/browser.json", browserTests],
] as const;

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(7)} s`;

function main(): number {
  const { values, positionals } = parseArgs({
    options: { cpu: { type: "boolean" }, files: { type: "boolean" } },
    allowPositionals: true,
  });
  const count = Number(positionals[0] ?? 20);
  if (!Number.isInteger(count) || count < 1) {
    process.stderr.write(`'${positionals[0]}' is not a number of tests. Enter 20, for example.\n`);
    return 2;
  }
  for (const [title, file, read] of REPORTS) {
    const from = path.join(root, file);
    if (!fs.existsSync(from)) {
      process.stdout.write(`No ${title} in ${file}. Run: npm test\n`);
      continue;
    }
    const tests = read(JSON.parse(fs.readFileSync(from, "utf8")));
    const total = (by: "ms" | "cpuMs") => inSeconds(sum(tests.map((each) => each[by]))).trim();
    const ended = fs.statSync(from).mtime.toLocaleString("sv");
    process.stdout.write(
      `${tests.length} ${title} of ${ended}, ${total("ms")} in all, ${total("cpuMs")} of CPU time\n`,
    );
    const listed = values.files ? byFile(tests) : tests;
    for (const each of slowest(listed, count, values.cpu ? "cpuMs" : "ms"))
      process.stdout.write(
        `${inSeconds(each.ms)}${inSeconds(each.cpuMs)} CPU  ${each.file} > ${each.name}\n`,
      );
  }
  return 0;
}

if (import.meta.main) process.exitCode = main();
