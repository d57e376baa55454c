import { expect, test } from "vitest";
import { formatAgo, formatClock, formatCountdown, formatMoment } from "./time.ts";

const noon = new Date(2026, 10, 21, 12, 0, 5).getTime();

test("formatClock shows the time of day with seconds", () => {
  expect(formatClock(noon)).toBe("12:00:05");
});

test("formatMoment names the date unless it is today", () => {
  expect(formatMoment(noon, noon + 1000)).toBe("12:00:05");
  expect(formatMoment(noon, noon + 86_400_000)).toBe("21 Nov 2026, 12:00:05");
});

test.each([
  [0, "just now"],
  [12_000, "12 s ago"],
  [300_000, "5 min ago"],
  [3 * 3_600_000, "3 h ago"],
  [86_400_000, "1 day ago"],
  [3 * 86_400_000, "3 days ago"],
])("formatAgo shows %d ms as %s", (passed, text) => {
  expect(formatAgo(noon, noon + passed)).toBe(text);
});

test("formatCountdown never shows less than nothing and rounds up", () => {
  expect(formatCountdown(41.2)).toBe("0:42");
  expect(formatCountdown(725)).toBe("12:05");
  expect(formatCountdown(-3)).toBe("0:00");
});
