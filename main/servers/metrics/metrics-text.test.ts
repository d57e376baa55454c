import fs from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMetrics } from "./metrics-reading.ts";
import { parseMetrics } from "./metrics-text.ts";

const fixture = (name: string) =>
  fs.readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** Recorded from Triton 2.64.0 on a machine without a GPU. */
const recorded = fixture("triton-metrics.txt");
/** The families that Triton adds where there are GPUs, one of which does not report its power. */
const gpus = fixture("gpu-metrics.txt");

test("every sample of a recorded exposition is read", () => {
  const samples = parseMetrics(recorded);
  const lines = recorded.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples).toHaveLength(lines.length);
  const printed = samples.map(({ name, labels, value }) => {
    const inner = Object.entries(labels).map(([key, each]) => `${key}="${each}"`);
    return { line: `${name}${inner.length > 0 ? `{${inner.join(",")}}` : ""}`, value };
  });
  expect(printed).toEqual(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return { line: line.slice(0, space), value: Number(line.slice(space + 1)) };
    }),
  );
});

test("what a server without GPUs reports about its machine", () => {
  expect(readMetrics(recorded)).toMatchObject({
    cpuUtilization: 0.5208333333333334,
    memoryUsedBytes: 627_552_256,
    memoryTotalBytes: 25_276_514_304,
    gpus: [],
    summaries: false,
    cache: { misses: 4, evictions: 0 },
  });
  expect(readMetrics(recorded).pending.get("id_plain")).toBe(0);
});

test("each GPU is one device, with null for what it does not report", () => {
  const { gpus: read } = readMetrics(gpus);
  expect(read).toEqual([
    {
      uuid: "GPU-0f1e2d3c-0001",
      utilization: 0.37,
      memoryUsedBytes: 8_589_934_592,
      memoryTotalBytes: 85_899_345_920,
      powerWatts: 212.5,
      powerLimitWatts: 700,
      energyJoules: 1_204_512.25,
    },
    {
      uuid: "GPU-0f1e2d3c-0002",
      utilization: 0,
      memoryUsedBytes: 1_048_576,
      memoryTotalBytes: 85_899_345_920,
      powerWatts: null,
      powerLimitWatts: 700,
      energyJoules: null,
    },
  ]);
});

test.each([
  ["a 1", [{ name: "a", labels: {}, value: 1 }]],
  ["a{} 1 1395066363000", [{ name: "a", labels: {}, value: 1 }]],
  ['a{b="c",} 2e3', [{ name: "a", labels: { b: "c" }, value: 2000 }]],
  ['a { b = "\\"\\\\\\n" } -1.5\r', [{ name: "a", labels: { b: '"\\\n' }, value: -1.5 }]],
  ["a +Inf", [{ name: "a", labels: {}, value: Infinity }]],
  ["a NaN", [{ name: "a", labels: {}, value: Number.NaN }]],
  ["# a 1", []],
  ["9a 1", []],
  ["a{b=c} 1", []],
  ['a{b="c} 1', []],
  ['a{b="c" d="e"} 1', []],
  ["a", []],
  ["a one", []],
  ["a 0x10", []],
])("the line %j", (line, expected) => {
  expect(parseMetrics(line)).toEqual(expected);
});

test("no text crashes it", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("a", "{", "}", "=", '"', ",", "\\", " ", "\n", "1", ".", "#"),
      }),
      (text) => {
        for (const { value } of parseMetrics(text)) expect(value).not.toBeUndefined();
      },
    ),
    { numRuns: 2000 },
  );
});
