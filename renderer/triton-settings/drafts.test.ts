import { expect, test } from "vitest";
import { leftAlone, logChanges, logFault, traceChanges, traceFault, withLevel } from "./drafts.ts";

const reported = { trace_level: ["OFF"], trace_rate: ["1000"], trace_count: ["-1"] };

test("a level put on takes OFF away, and the last one put off brings it back", () => {
  expect(withLevel(["OFF"], "TENSORS", true)).toEqual(["TENSORS"]);
  expect(withLevel(["TENSORS"], "TIMESTAMPS", true)).toEqual(["TIMESTAMPS", "TENSORS"]);
  expect(withLevel(["TIMESTAMPS"], "TIMESTAMPS", false)).toEqual(["OFF"]);
});

test("only what differs from the server is sent", () => {
  expect(traceChanges(reported, {})).toEqual({});
  expect(traceChanges(reported, { trace_rate: [" 1000 "], trace_count: ["5"] })).toEqual({
    trace_count: ["5"],
  });
  const log = { log_info: true, log_verbose_level: 0, log_format: "default" };
  expect(logChanges(log, { log_info: true, log_verbose_level: "0" })).toEqual({});
  expect(logChanges(log, { log_info: false, log_verbose_level: "2" })).toEqual({
    log_info: false,
    log_verbose_level: 2,
  });
});

test.each([
  ["trace_rate", "0", false],
  ["trace_rate", "1", true],
  ["trace_rate", "", false],
  ["trace_count", "-1", true],
  ["trace_count", "-2", false],
  ["log_frequency", "0", true],
  ["log_frequency", "x", false],
  ["trace_file", "", true],
])("%s of %j", (name, value, fine) => {
  expect(traceFault(name, value) === null).toBe(fine);
});

test("a number of the log is a whole one", () => {
  expect(logFault(0, "1.5")).not.toBeNull();
  expect(logFault(0, "3")).toBeNull();
  expect(logFault("default", "anything")).toBeNull();
});

test("settings that come back other than asked were left alone, but for the count that runs", () => {
  expect(
    leftAlone(
      { trace_rate: ["5"], trace_mode: ["opentelemetry"] },
      { ...reported, trace_rate: ["5"] },
    ),
  ).toEqual(["trace_mode"]);
  expect(leftAlone({ trace_count: ["5"] }, { trace_count: ["4"] })).toEqual([]);
  expect(leftAlone({ trace_rate: [] }, reported)).toEqual([]);
});
