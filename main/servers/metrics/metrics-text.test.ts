import fs from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { finish } from "../../../base/steps.ts";
import { readMetrics } from "./metrics-reading.ts";
import { type MetricSample, metricsTextSteps, readMetricsText } from "./metrics-text.ts";

const fixture = (name: string) =>
  fs.readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** Recorded from Triton 2.64.0 on a machine without a GPU. */
const recorded = fixture("triton-metrics.txt");
/** The families that Triton adds for GPUs, one of which does not report its power. */
const gpus = fixture("gpu-metrics.txt");

const samplesIn = (text: string): MetricSample[] =>
  [...finish(metricsTextSteps(text)).samples.values()].flat();

test("reads every sample of a recorded exposition", () => {
  const samples = samplesIn(recorded);
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

test("reports the machine of a server without GPUs", async () => {
  expect(await readMetrics(recorded)).toMatchObject({
    cpuUtilization: 0.5208333333333334,
    memoryUsedBytes: 627_552_256,
    memoryTotalBytes: 25_276_514_304,
    gpus: [],
    summaries: false,
    cache: { misses: 4, evictions: 0 },
  });
  expect((await readMetrics(recorded)).pending.get("id_plain")).toBe(0);
});

test("reports each GPU as a device, with null for what is missing", async () => {
  const { gpus: read } = await readMetrics(gpus);
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
  expect(samplesIn(line)).toEqual(expected);
});

test("does not throw for any text", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom("a", "{", "}", "=", '"', ",", "\\", " ", "\n", "1", ".", "#"),
      }),
      (text) => {
        for (const { value } of samplesIn(text)) expect(value).not.toBeUndefined();
      },
    ),
    { numRuns: 2000 },
  );
});

/** The largest possible page: 200,000 samples, most of them buckets of 2,000 models' histograms. */
const large = Array.from(
  { length: 200_010 },
  (_, index) =>
    `request_duration_seconds_bucket{model="model_${index % 2000}",version="1",le="${index}"} ${index}`,
).join("\n");

test("[SERVER-T21] reads a page with 200,000 samples, and no more samples, while yielding to the event loop", async () => {
  let turns = 0;
  let reading = true;
  const count = () => {
    turns += 1;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const { samples } = await readMetricsText(large);
  reading = false;
  expect(samples.get("request_duration_seconds_bucket")).toHaveLength(200_000);
  expect(turns).toBeGreaterThan(5);
});

test("[SERVER-T21] skips a line of more than 64 KiB", () => {
  expect(samplesIn(`a{b="${"c".repeat(70_000)}"} 1\nd 2`)).toEqual([
    { name: "d", labels: {}, value: 2 },
  ]);
});
