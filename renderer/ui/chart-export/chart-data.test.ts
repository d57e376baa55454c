import { expect, test } from "vitest";
import { type ChartData, toCsv, fileStem } from "./chart-data.ts";

const data: ChartData = {
  columns: [
    { key: "t", head: "Time" },
    { key: "run", head: "Run" },
    { key: "p99", head: "p99", unit: "ms", numeric: true },
  ],
  rows: [
    { key: 1, values: [new Date(0), 'a "b", c', 1.23456789012345], cells: [] },
    { key: 2, values: [new Date(1500), "two\nlines", null], cells: [] },
  ],
};

test("[CHART-E4] CSV has units in its head, all digits, ISO times, and nothing where nothing is known", () => {
  expect(toCsv(data)).toBe(
    [
      "Time,Run,p99 (ms)",
      '1970-01-01T00:00:00.000Z,"a ""b"", c",1.23456789012345',
      '1970-01-01T00:00:01.500Z,"two\nlines",',
      "",
    ].join("\r\n"),
  );
});

test("[CHART-E5] a mark is in each row", () => {
  const lines = toCsv(
    { ...data, rows: [{ key: 1, values: [1, "a", Number.NaN], cells: [] }] },
    "INVALID: late",
  );
  expect(lines).toBe("Time,Run,p99 (ms),Mark\r\n1,a,,INVALID: late\r\n");
});

test.each([
  ["Mean latency: queue and compute", "mean-latency-queue-and-compute"],
  ["p99 ≤ 20 ms", "p99-20-ms"],
  ["Café", "cafe"],
  ["…", "chart"],
])("[CHART-E7] the file of %s is named %s", (title, stem) => expect(fileStem(title)).toBe(stem));
