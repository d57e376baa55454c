import path from "node:path";
import { expect, test } from "vitest";
import { failedBrowserFiles, failedUnitFiles, readReport } from "./failed-files.ts";
import { root } from "./process.ts";

test("files of failed unit tests are those of Vitest's report", () => {
  const testResults = [
    { name: path.join(root, "main/a.test.ts"), status: "passed" },
    { name: path.join(root, "main/b.test.ts"), status: "failed" },
  ];
  expect(failedUnitFiles({ testResults })).toEqual(["main/b.test.ts"]);
});

test("files of failed browser tests are found in nested suites, flaky tests passed", () => {
  const suites = [
    { file: "flaky.spec.ts", specs: [{ ok: true }] },
    {
      file: "lab.spec.ts",
      suites: [{ file: "lab.spec.ts", specs: [{ ok: true }, { ok: false }] }],
    },
  ];
  expect(failedBrowserFiles({ suites })).toEqual(["e2e/lab.spec.ts"]);
});

test("a run that wrote no report has none", () => {
  expect(readReport(".cache/tests/never-written.json")).toBeUndefined();
});
