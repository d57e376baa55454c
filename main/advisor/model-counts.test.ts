import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ModelStatistics, TelemetrySnapshot } from "../../engine/types.ts";
import type { Observation } from "../servers/index.ts";
import { toObservation } from "../servers/kinds/triton/to-observation.ts";
import { computeDelta, partsByModel } from "../telemetry/index.ts";
import { snapshot, statistics, telemetry } from "../telemetry/testing/answers.ts";
import { mergeCounts, type ModelCounts, modelCounts } from "./model-counts.ts";

interface Recording {
  samples: { t_s: number; model_stats: ModelStatistics[] }[];
}

const { samples }: Recording = JSON.parse(
  readFileSync(new URL("../telemetry/models/fixtures/statistics.json", import.meta.url), "utf8"),
);

const answer = (stats: ModelStatistics[], telemetries: TelemetrySnapshot | null = null) =>
  toObservation({ index: [], statistics: stats, snapshot: telemetries }, null);

function countsBetween(before: Observation, now: Observation, model = "m"): ModelCounts | null {
  return modelCounts(partsByModel(computeDelta(before, now, 2)).get(model), 12_000);
}

function between(before: Observation, now: Observation, model = "m"): ModelCounts {
  const counts = countsBetween(before, now, model);
  if (!counts) throw new Error("nothing was counted");
  return counts;
}

test("turns the figures of an interval into counts", () => {
  const counts = between(
    answer([statistics("m", 100, { batch: 4 })]),
    answer([statistics("m", 300, { batch: 4 })]),
  );
  expect(counts).toMatchObject({
    t: 12_000,
    seconds: 2,
    successes: 200,
    inferences: 200,
    executions: 50,
    cacheHits: 0,
    cacheMisses: 0,
    latency: null,
    executing: null,
  });
  expect(counts.queue).toEqual({ count: 200, ms: expect.closeTo(200) });
  expect(counts.compute).toEqual({ count: 200, ms: expect.closeTo(400) });
});

test("ignores other models' counters, and those of a model that was reloaded", () => {
  const other = answer([statistics("other", 5)]);
  expect(countsBetween(answer([]), other)).toBeNull();
  expect(countsBetween(answer([statistics("m", 500)]), answer([statistics("m", 30)]))).toBeNull();
});

test("adds the versions of a model", () => {
  const counts = between(
    answer([statistics("m", 10), statistics("m", 5, { version: "2" })]),
    answer([statistics("m", 12), statistics("m", 9, { version: "2" })]),
  );
  expect(counts.successes).toBe(6);
});

test("reports failures, latencies and running requests of our own engine", () => {
  const at = (latencies: number[], rejected: number) =>
    answer(
      [statistics("m", latencies.length)],
      snapshot([
        telemetry("m", latencies, {
          executing: 1,
          failures: { REJECTED: rejected, CANCELED: 0, BACKEND: 0, OTHER: 0 },
        }),
      ]),
    );
  const counts = between(at([100_000], 1), at([100_000, 100, 100], 3));
  expect(counts).toMatchObject({ successes: 2, failures: 2, executing: 1 });
  expect(counts.latency).toEqual(telemetry("m", [100, 100]).latency);
});

test("merges the latencies of all requests and the maximum of running ones", () => {
  const one = between(answer([statistics("m", 0)]), answer([statistics("m", 99)]));
  const latency = (micros: number) => telemetry("m", [micros]).latency;
  const merged = mergeCounts([
    { ...one, t: 1000, latency: latency(50), executing: 3 },
    { ...one, t: 2000, latency: latency(120), executing: 2 },
    { ...one, t: 3000 },
  ]);
  expect(merged).toMatchObject({ t: 3000, seconds: 6, successes: 297, executing: 3 });
  expect(merged.latency).toEqual(telemetry("m", [50, 120]).latency);
});

test("counts a recorded Triton's requests except for the interval of a reload", () => {
  const answers = samples.map(({ model_stats }) => answer(model_stats));
  const counts = answers
    .slice(1)
    .map((now, i) => countsBetween(answers[i] ?? now, now, "mlp_auto"));
  expect(counts.every((each) => each === null || each.successes >= 0)).toBe(true);
  const sample = (i: number) => between(answers[i - 1]!, answers[i]!, "mlp_auto");
  expect(sample(12)).toMatchObject({ cacheMisses: 0, executions: 0 });
  expect(sample(12).cacheHits).toBeGreaterThan(0);
  expect(sample(21)).toMatchObject({ cacheHits: 0, inferences: 8277 - 5318 });
});
