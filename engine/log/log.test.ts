import { expect, test } from "vitest";
import { Log, type LogLevel, logLine } from "./log.ts";

function setUp(settings = {}) {
  const lines: string[] = [];
  const log = new Log((sentence, level) => void lines.push(`${level}: ${sentence}`), settings);
  const writeAll = () => {
    for (const level of ["error", "warning", "info", "verbose"] as const) log.write(level, "x");
    return lines.splice(0);
  };
  return { log, writeAll };
}

test("[LOG-1] levels are enabled individually, requests by the verbose level", () => {
  const { log, writeAll } = setUp();
  expect(writeAll()).toEqual(["error: x", "warning: x", "info: x"]);
  log.update({ log_info: false, log_warning: false, log_verbose_level: 1 });
  expect(writeAll()).toEqual(["error: x", "verbose: x"]);
  log.update({ log_error: false, log_verbose_level: 0 });
  expect(writeAll()).toEqual([]);
});

test("[LOG-2] unknown settings are ignored, as recorded from Triton 2.64.0", () => {
  const { log } = setUp();
  log.update({ log_verbose_level: 1 });
  expect(log.update({ nosuch: 1, toString: "x" })).toEqual({
    log_file: "",
    log_info: true,
    log_warning: true,
    log_error: true,
    log_verbose_level: 1,
    log_format: "default",
  });
});

test.each([
  [{ log_info: 1 }, "expect boolean for 'log_info'"],
  [{ log_verbose_level: -1 }, "expect int32 for 'log_verbose_level'"],
  [{ log_verbose_level: "1" }, "expect int32 for 'log_verbose_level'"],
  [{ log_format: "short" }, "invalid argument for log_format, got: short"],
  [{ log_file: "/tmp/x" }, "log file location can not be updated through network protocol"],
])("[LOG-3] %j is rejected, and nothing changes", (changes, message) => {
  const { log } = setUp();
  const before = log.settings;
  expect(() => log.update({ log_warning: false, ...changes })).toThrow(message);
  expect(log.settings).toEqual(before);
});

test.each([
  ["'a\nE0205 07:08:09.123000 42] forged'", "'a\\nE0205 07:08:09.123000 42] forged'"],
  ["'a\r\tb'", "'a\\r\\tb'"],
  ["'\u001b[2J\u0085\u2028'", "'\\u001b[2J\\u0085\\u2028'"],
  ["'größe\\模型'", "'größe\\模型'"],
])("[LOG-6] %j stays on one line", (name, escaped) => {
  const lines: string[] = [];
  const log = new Log((line) => void lines.push(line));
  log.write("error", `no model ${name}`);
  expect(lines).toEqual([`no model ${escaped}`]);
});

test("[LOG-4] lines start like Triton's formats", () => {
  const by = { at: new Date("2026-02-05T07:08:09.123Z"), processId: 42 };
  const line = (level: LogLevel, format: "default" | "ISO8601") => logLine("x", level, format, by);
  expect(line("error", "default")).toBe("E0205 07:08:09.123000 42] x");
  expect(line("warning", "ISO8601")).toBe("2026-02-05T07:08:09Z W 42] x");
});

test.each([
  ["x".repeat(20_000_000), "x".repeat(8192), 20_000_000 - 8192],
  ["\u001b".repeat(8192), "\\u001b".repeat(1366).slice(0, 8192), 8192 * 5],
])("[LOG-7] a line has up to 8192 characters, and says how many were cut", (name, kept, more) => {
  const lines: string[] = [];
  const log = new Log((line) => void lines.push(line));
  log.write("error", name);
  expect(lines).toEqual([`${kept}… (${more} more characters)`]);
});
