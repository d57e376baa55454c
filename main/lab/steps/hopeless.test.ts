import { expect, it } from "vitest";
import type { RunProgress } from "../generator/messages.ts";
import { hopelessReason } from "./hopeless.ts";

const progress = (more: Partial<RunProgress>): RunProgress => ({
  phase: "warmup",
  secondsDone: 0.25,
  sent: 9,
  successes: 0,
  failures: 8,
  failure: { status: "INTERNAL", message: "Add node." },
  due: null,
  response: { count: 0, p50: null, p99: null },
  ...more,
});

it("[LAB-E13] fails with the server's message if the first requests all failed", () => {
  const reason = "The first 8 requests all failed. INTERNAL: Add node.";
  expect(hopelessReason(progress({}))).toBe(reason);
  expect(hopelessReason(progress({ failures: 4 }))).toBeNull();
  expect(hopelessReason(progress({ successes: 1, failure: null }))).toBeNull();
});

it("[LAB-E13] waits for a server that rejects requests", () => {
  const rejected = { failure: { status: "UNAVAILABLE", message: "Exceeds maximum queue size" } };
  expect(hopelessReason(progress(rejected))).toBeNull();
  expect(hopelessReason(progress({ ...rejected, secondsDone: 2 }))).toMatch(/^The first 8/);
});
