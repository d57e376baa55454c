import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./process.ts";
import { browserTests, byFile, slowest, unitTests } from "./slowest-tests.ts";

test("reads durations and CPU times of Vitest's report; a skipped test has none", () => {
  const report = {
    testResults: [
      {
        name: path.join(root, "main/a.test.ts"),
        assertionResults: [
          { fullName: "group works", duration: 12.5, meta: { cpuSeconds: 0.5 } },
          { fullName: "skipped", duration: null },
        ],
      },
    ],
  };
  expect(unitTests(report)).toEqual([
    { file: "main/a.test.ts", name: "group works", ms: 12.5, cpuMs: 500 },
    { file: "main/a.test.ts", name: "skipped", ms: 0, cpuMs: 0 },
  ]);
});

test("reads nested suites of Playwright, with all attempts of a test together", () => {
  const spec = (title: string, cpu: string, ...durations: number[]) => ({
    file: "start.spec.ts",
    title,
    tests: [
      {
        annotations: [{ type: "serial" }, { type: "cpu", description: cpu }],
        results: durations.map((duration) => ({ duration })),
      },
    ],
  });
  const report = {
    suites: [{ specs: [spec("one", "1.50", 5)], suites: [{ specs: [spec("two", "0.25", 3, 4)] }] }],
  };
  expect(browserTests(report)).toEqual([
    { file: "e2e/start.spec.ts", name: "one", ms: 5, cpuMs: 1500 },
    { file: "e2e/start.spec.ts", name: "two", ms: 7, cpuMs: 250 },
  ]);
});

const timed = (file: string, ms: number, cpuMs: number) => ({ file, name: `${ms}`, ms, cpuMs });

test("lists the given number of tests, slowest first, by time or CPU time", () => {
  const tests = [timed("a", 1, 9), timed("a", 3, 7), timed("a", 2, 8)];
  expect(slowest(tests, 2).map(({ ms }) => ms)).toEqual([3, 2]);
  expect(slowest(tests, 2, "cpuMs").map(({ cpuMs }) => cpuMs)).toEqual([9, 8]);
});

test("adds up the tests of a file", () => {
  expect(byFile([timed("a", 1, 9), timed("b", 3, 7), timed("a", 2, 8)])).toEqual([
    { file: "a", name: "2 tests", ms: 3, cpuMs: 17 },
    { file: "b", name: "1 test", ms: 3, cpuMs: 7 },
  ]);
});
