import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./process.ts";
import { browserTests, slowest, unitTests } from "./slowest-tests.ts";

test("reads the durations of Vitest's report; a skipped test has none", () => {
  const report = {
    testResults: [
      {
        name: path.join(root, "main/a.test.ts"),
        assertionResults: [
          { fullName: "group works", duration: 12.5 },
          { fullName: "skipped", duration: null },
        ],
      },
    ],
  };
  expect(unitTests(report)).toEqual([
    { name: "main/a.test.ts > group works", ms: 12.5 },
    { name: "main/a.test.ts > skipped", ms: 0 },
  ]);
});

test("reads nested suites of Playwright, with all attempts of a test together", () => {
  const spec = (title: string, ...durations: number[]) => ({
    file: "start.spec.ts",
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const report = {
    suites: [{ specs: [spec("one", 5)], suites: [{ specs: [spec("two", 3, 4)] }] }],
  };
  expect(browserTests(report)).toEqual([
    { name: "e2e/start.spec.ts > one", ms: 5 },
    { name: "e2e/start.spec.ts > two", ms: 7 },
  ]);
});

test("lists the given number of tests, slowest first", () => {
  const tests = [1, 3, 2].map((ms) => ({ name: `${ms}`, ms }));
  expect(slowest(tests, 2).map(({ ms }) => ms)).toEqual([3, 2]);
});
