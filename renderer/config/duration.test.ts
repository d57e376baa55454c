import { expect, test } from "vitest";
import {
  durationAt,
  formatDuration,
  lastPosition,
  parseDuration,
  parseMicroseconds,
  toPosition,
} from "./duration.ts";

test("durations are read in any unit and written in the shortest", () => {
  expect(parseDuration("2 ms")).toBe(2000);
  expect(parseDuration("1.5s")).toBe(1_500_000);
  expect(parseDuration("500 us")).toBe(500);
  expect(parseDuration("0,5 ms")).toBe(500);
  expect(parseDuration("700")).toBe(700);
  for (const wrong of ["", "ms", "-1", "1 h", "1e3", "9".repeat(30)]) {
    expect(parseDuration(wrong), wrong).toBeNull();
  }
  for (const micros of [0, 1, 999, 1000, 2500, 1_000_000, 61_000_000]) {
    expect(parseDuration(formatDuration(micros))).toBe(micros);
  }
});

test("whole microseconds are read and written to the last digit of a uint64", () => {
  for (const typed of [
    "18446744073709551615",
    "18446744073709551615 µs",
    "018446744073709551615us",
  ]) {
    expect(parseMicroseconds(typed)).toBe("18446744073709551615");
  }
  expect(parseMicroseconds(formatDuration("18446744073709551615"))).toBe("18446744073709551615");
  expect(parseMicroseconds("18446744073709551616")).toBeNull();
  expect(parseMicroseconds("2 ms")).toBe(2000);
});

test("each position of a slider stands for a duration that leads back to it", () => {
  const scale = { from: 100, to: 100_000_000 };
  expect(durationAt(0, scale)).toBe(0);
  expect(toPosition(0, scale)).toBe(0);
  expect(toPosition(1, scale)).toBe(1);
  expect(durationAt(lastPosition(scale), scale)).toBe(scale.to);
  expect(toPosition(scale.to * 10, scale)).toBe(lastPosition(scale));
  for (let position = 0; position <= lastPosition(scale); position++) {
    expect(toPosition(durationAt(position, scale), scale)).toBe(position);
  }
});
