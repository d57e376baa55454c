import { expect, test } from "vitest";
import { runLanes, runSteps, type Step } from "./steps.ts";

const step = (name: string, code = 0): Step => ({
  name,
  run: async (print) => {
    print?.(`output of ${name}`);
    return code;
  },
});

const withoutTimes = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/ in [\d.]+ s$/, ""));

test("stops with the code of the first step that fails", async () => {
  const lines: string[] = [];
  const steps = [step("one"), step("two", 3), step("three")];
  expect(await runSteps(steps, (line) => lines.push(line))).toBe(3);
  expect(withoutTimes(lines)).toEqual([
    "── one",
    "output of one",
    "── one: passed",
    "── two",
    "output of two",
    "── two: FAILED",
  ]);
});

test("runs lanes concurrently, prefixes each line with its lane and repeats the results", async () => {
  const lines: string[] = [];
  const { promise: met, resolve: meet } = Promise.withResolvers<void>();
  const lanes = {
    a: [{ name: "waits", run: () => met.then(() => 0) }],
    long: [{ name: "meets", run: async () => (meet(), 2) }, step("never")],
  };
  expect(await runLanes(lanes, (line) => lines.push(line))).toEqual(["meets"]);
  expect(withoutTimes(lines)).toHaveLength(6);
  expect(withoutTimes(lines)).toEqual(
    expect.arrayContaining(["a    │ ── waits", "long │ ── meets: FAILED", "── waits: passed"]),
  );
  expect(withoutTimes(lines.slice(-2)).toSorted()).toEqual([
    "── meets: FAILED",
    "── waits: passed",
  ]);
});

test("a lane that throws fails with its message, and the others finish", async () => {
  const lines: string[] = [];
  const broken = [{ name: "browser", run: () => Promise.reject(new Error("No Chromium.")) }];
  const lanes = { broken, a: [step("one")] };
  expect(await runLanes(lanes, (line) => lines.push(line))).toEqual(["broken"]);
  expect(lines).toContain("── broken: FAILED: No Chromium.");
  expect(withoutTimes(lines)).toContain("── one: passed");
});
