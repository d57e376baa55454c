import { describe, expect, test } from "vitest";
import {
  formatBytes,
  formatChange,
  formatCount,
  formatDuration,
  formatPercent,
  NONE,
} from "./numbers.ts";

describe("formatCount", () => {
  test.each([
    [0, "0"],
    [0.1256, "0.126"],
    [3.254, "3.25"],
    [41.27, "41.3"],
    [812.4, "812"],
    [4310.2, "4,310"],
    [12_400, "12.4k"],
    [3_100_000, "3.10M"],
    [-12, "-12"],
  ])("shows %d as %s", (value, text) => expect(formatCount(value)).toBe(text));

  test("shows a dash where there is no figure", () => {
    expect(formatCount(null)).toBe(NONE);
    expect(formatCount(Number.NaN)).toBe(NONE);
  });
});

describe("formatDuration", () => {
  test.each([
    [0, "0 ms"],
    [0.0042, "4.20 µs"],
    [0.84, "840 µs"],
    [0.9999, "1.00 ms"],
    [3.421, "3.42 ms"],
    [128, "128 ms"],
    [999.9, "1.00 s"],
    [59_400, "59.4 s"],
    [59_990, "1 min"],
    [125_000, "2 min 5 s"],
  ])("shows %d ms as %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
});

test("formatPercent rounds to a tenth", () => {
  expect(formatPercent(0)).toBe("0 %");
  expect(formatPercent(0.4567)).toBe("45.7 %");
  expect(formatPercent(1)).toBe("100 %");
});

test("formatChange always carries a sign", () => {
  expect(formatChange(0.42)).toBe("+42 %");
  expect(formatChange(-0.0312)).toBe("−3.10 %");
  expect(formatChange(0)).toBe("±0 %");
  expect(formatChange(null)).toBe(NONE);
});

test("formatBytes uses binary units", () => {
  expect(formatBytes(512)).toBe("512 B");
  expect(formatBytes(1536)).toBe("1.50 KiB");
  expect(formatBytes(64 * 2 ** 20)).toBe("64 MiB");
});
