import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelStatistics } from "../../../engine/types.ts";
import { type ModelCounts, versionCountsBetween } from "./counts.ts";
import { mergeCounts, sumVersions } from "./merge-counts.ts";
import { type Reading, readingOf } from "./reading.ts";
import { sampleOf } from "./sample.ts";
import { snapshot, statistics, telemetry } from "../testing/answers.ts";

interface Recording {
  samples: { t_s: number; model_stats: ModelStatistics[] }[];
}

const recording: Recording = JSON.parse(
  readFileSync(new URL("./fixtures/statistics.json", import.meta.url), "utf8"),
);

/** A reading without telemetry, `seconds` after the start. */
function reading(seconds: number, ...stats: ModelStatistics[]): Reading {
  return readingOf(seconds * 1000, seconds * 1000, stats, null);
}

/** All versions of a model together. */
function countsBetween(before: Reading, now: Reading, model: string): ModelCounts | null {
  return sumVersions([...versionCountsBetween(before, now, model).values()]);
}

function between(before: Reading, now: Reading, model = "m"): ModelCounts {
  const counts = countsBetween(before, now, model);
  if (!counts) throw new Error("nothing was counted");
  return counts;
}

test("counters become rates over the measured interval", () => {
  const counts = between(
    reading(10, statistics("m", 100, { batch: 4 })),
    reading(12, statistics("m", 300, { batch: 4 })),
  );
  expect(sampleOf(counts)).toMatchObject({
    t: 12_000,
    seconds: 2,
    requestsPerSecond: 100,
    inferencesPerSecond: 100,
    executionsPerSecond: 25,
    meanBatch: 4,
    queueMs: 1,
    computeMs: 2,
    cacheHitRate: null,
    p99Ms: null,
    queueDepth: null,
  });
});

test("an idle interval has rates of zero and no means", () => {
  const idle = statistics("m", 100);
  expect(sampleOf(between(reading(1, idle), reading(2, idle)))).toMatchObject({
    requestsPerSecond: 0,
    meanBatch: null,
    queueMs: null,
    computeMs: null,
  });
});

test("counters that went down are counted from zero", () => {
  const counts = between(reading(1, statistics("m", 500)), reading(2, statistics("m", 30)));
  expect(counts.successes).toBe(30);
});

test("a version reloaded is counted from zero even where its counters are higher", () => {
  const at = (seconds: number, requests: number, loadId: string, engineId = "run1") =>
    readingOf(
      seconds * 1000,
      seconds * 1000,
      [statistics("m", requests)],
      snapshot([telemetry("m", [], { loadId })], engineId),
    );
  expect(between(at(1, 100, "a"), at(2, 150, "b")).successes).toBe(150);
  expect(between(at(1, 100, "a"), at(2, 150, "a")).successes).toBe(50);
  expect(between(at(1, 100, "a"), at(2, 150, "a", "run2")).successes).toBe(150);
});

test("versions are counted apart and added", () => {
  const before = reading(1, statistics("m", 10), statistics("m", 5, { version: "2" }));
  const now = reading(2, statistics("m", 12), statistics("m", 9, { version: "2" }));
  expect(between(before, now)).toMatchObject({ successes: 6, seconds: 1 });
});

test("another model's counters do not count", () => {
  expect(countsBetween(reading(1), reading(2, statistics("other", 5)), "m")).toBeNull();
});

test("percentiles come from what the histogram gained", () => {
  const at = (seconds: number, latencies: number[], queued: number) =>
    readingOf(
      seconds * 1000,
      seconds * 1000,
      [statistics("m", latencies.length)],
      snapshot([
        telemetry("m", latencies, {
          queued,
          executing: 1,
          failures: { REJECTED: seconds, CANCELED: 0, BACKEND: 0, OTHER: 0 },
        }),
      ]),
    );
  const slow = Array.from({ length: 100 }, () => 100_000);
  const sample = sampleOf(between(at(1, slow, 9), at(2, [...slow, 100, 100, 100, 120], 7)));
  expect(sample).toMatchObject({
    p50Ms: 0.1,
    p99Ms: 0.12,
    queueDepth: 7,
    executing: 1,
    failuresPerSecond: 1,
  });
});

test("merged intervals have the percentiles of all their requests, not a mean of percentiles", () => {
  const at = (t: number, latencies: number[]): ModelCounts => ({
    ...between(reading(0, statistics("m", 0)), reading(1, statistics("m", latencies.length))),
    t,
    latency: telemetry("m", latencies).latency,
    queued: t,
  });
  const many = Array.from({ length: 99 }, () => 50);
  const merged = mergeCounts([at(1000, many), at(2000, [120])]);
  expect(merged).toMatchObject({ t: 2000, seconds: 2, successes: 100, queued: 2000 });
  expect(sampleOf(merged)).toMatchObject({ p50Ms: 0.05, p99Ms: 0.05, requestsPerSecond: 50 });
});

test("a recorded Triton: every request is counted once, across unloading and loading again", () => {
  const readings = recording.samples.map(({ t_s, model_stats }) => reading(t_s, ...model_stats));
  const counts = readings
    .slice(1)
    .map((now, i) => countsBetween(readings[i] ?? now, now, "mlp_auto"));
  const total = counts.reduce((sum, each) => sum + (each?.successes ?? 0), 0);
  expect(total).toBe(112_738 + 11_427);
  expect(counts.every((each) => each === null || each.successes >= 0)).toBe(true);
  expect(counts.filter((each) => each === null)).toHaveLength(2);
});

test("a recorded Triton: the cache answers nearly everything, then is off", () => {
  const readings = recording.samples.map(({ t_s, model_stats }) => reading(t_s, ...model_stats));
  const sample = (i: number) => sampleOf(between(readings[i - 1]!, readings[i]!, "mlp_auto"));
  expect(sample(12).cacheHitRate).toBe(1);
  expect(sample(12).meanBatch).toBeNull();
  expect(sample(21)).toMatchObject({ cacheHitRate: null });
  expect(sample(21).meanBatch).toBeCloseTo((8277 - 5318) / (5063 - 3308));
});

test("depths of versions are added, and of merged intervals the fullest is kept", () => {
  const at = (seconds: number, queued: number) =>
    readingOf(
      seconds * 1000,
      seconds * 1000,
      [statistics("m", 0), statistics("m", 0, { version: "2" })],
      snapshot(
        ["1", "2"].map((version) =>
          telemetry("m", [], {
            version,
            queued,
            handedOver: 1,
            refused: seconds * 3,
          }),
        ),
      ),
    );
  const parts = [between(at(1, 0), at(2, 5)), between(at(2, 5), at(3, 2))];
  expect(parts[0]).toMatchObject({
    queued: 10,
    handedOver: 2,
    refused: 6,
  });
  expect(sampleOf(mergeCounts(parts))).toMatchObject({
    queueDepth: 10,
    handedOver: 2,
    refusedPerSecond: 6,
  });
});
