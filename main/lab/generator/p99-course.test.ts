import { describe, expect, it } from "vitest";
import { SUCCESS, outcomeNumber } from "./outcome.ts";
import { p99Course } from "./p99-course.ts";
import { RequestLog } from "./request-log.ts";

function logOf(rows: number, micros: (row: number) => number, fails = (row: number) => row < 0) {
  const log = new RequestLog();
  for (let row = 0; row < rows; row++) {
    const outcome = fails(row) ? outcomeNumber("failed") : SUCCESS;
    log.end(log.add(row), outcome, micros(row), micros(row));
  }
  return log;
}

describe("the course of a run's p99", () => {
  it("[LAB-GEN-52] has a p99 of each of up to 30 parts", () => {
    const course = p99Course(logOf(30_000, (row) => (row % 1000 < 20 ? 9000 : 1000) + row / 100));
    expect(course).toHaveLength(30);
    expect(course[0]).toBeCloseTo(9.0, 1);
    expect(course[29]).toBeCloseTo(9.29, 1);
  });

  it("[LAB-GEN-52] has fewer parts with fewer successes, and none if six parts have no p99", () => {
    expect(p99Course(logOf(459 * 12 + 100, () => 1000))).toHaveLength(12);
    expect(p99Course(logOf(459 * 6, () => 1000))).toEqual([1, 1, 1, 1, 1, 1]);
    expect(p99Course(logOf(459 * 6 - 1, () => 1000))).toEqual([]);
    expect(p99Course(logOf(0, () => 1000))).toEqual([]);
  });

  it("[LAB-GEN-52] counts successes alone", () => {
    const isFailure = (row: number) => row % 2 === 1;
    const course = p99Course(logOf(459 * 12, (row) => (row % 2 ? 60_000 : 1000), isFailure));
    expect(course).toEqual([1, 1, 1, 1, 1, 1]);
  });
});
