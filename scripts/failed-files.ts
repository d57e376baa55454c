import fs from "node:fs";
import path from "node:path";
import { root } from "./process.ts";

/** The used part of Vitest's JSON report. */
interface UnitReport {
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

/** The used part of Playwright's JSON report; `ok` is true for flaky and skipped tests. */
interface BrowserReport {
  readonly suites: readonly BrowserSuite[];
}

interface BrowserSuite {
  readonly file: string;
  readonly specs?: readonly { readonly ok: boolean }[];
  readonly suites?: readonly BrowserSuite[];
}

/** Files with a failed test, relative to the project's folder. */
export const failedUnitFiles = ({ testResults }: UnitReport): string[] =>
  testResults
    .filter(({ status }) => status === "failed")
    .map(({ name }) => path.relative(root, name));

/** Files with a failed test, relative to the project's folder. */
export const failedBrowserFiles = ({ suites }: BrowserReport): string[] =>
  suites.filter(hasFailed).map(({ file }) => `e2e/${file}`);

const hasFailed = ({ specs = [], suites = [] }: BrowserSuite): boolean =>
  specs.some(({ ok }) => !ok) || suites.some(hasFailed);

/** A report that a test run wrote, or undefined if it wrote none. */
export function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
  } catch {
    return undefined;
  }
}
