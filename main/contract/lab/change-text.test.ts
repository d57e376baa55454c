import { expect, it } from "vitest";
import {
  formatChangeWithInterval,
  formatPointsWithInterval,
  formatRelativeChange,
} from "./change-text.ts";

const change = (value: number, low: number, high: number) => ({ value, low, high });

it("LAB-C4 shows increases from 2× on as factors, other changes in percent", () => {
  expect(formatChangeWithInterval(change(6.2, 5.1, 7.4))).toBe("7.2× (6.1–8.4×)");
  expect(formatChangeWithInterval(change(-0.74, -0.85, -0.64))).toBe("−74 % (−85 to −64 %)");
  expect(formatChangeWithInterval(change(0.12, 0.08, 0.16))).toBe("+12 % (+8 to +16 %)");
  expect(formatChangeWithInterval(change(0.012, -0.021, 0.04))).toBe("+1.2 % (−2.1 to +4.0 %)");
  expect(formatRelativeChange(0.996)).toBe("2.0×");
  expect(formatRelativeChange(11.6)).toBe("13×");
  expect(formatRelativeChange(1999)).toBe("2,000×");
  expect(formatRelativeChange(0)).toBe("0 %");
  expect(formatPointsWithInterval(change(0.25, 0.23, 0.27))).toBe("+25 points (+23 to +27)");
});

it("LAB-STATS-28 does not show −100 % for what is not gone", () => {
  expect(formatRelativeChange(-0.996)).toBe("−99.6 %");
  expect(formatRelativeChange(-0.99996)).toBe("−99.996 %");
  expect(formatRelativeChange(-1)).toBe("−100 %");
});
