import { expect, test } from "vitest";
import type { ModelSample } from "../../main/contract/index.ts";
import { depthLines } from "./depth-lines.ts";
import { pointsOf } from "./sample-lines.ts";

const sample = (more: Partial<ModelSample>): ModelSample => ({
  t: 0,
  seconds: 1,
  requestsPerSecond: 0,
  inferencesPerSecond: 0,
  executionsPerSecond: 0,
  failuresPerSecond: 0,
  refusedPerSecond: 0,
  queueDepth: 0,
  executing: 0,
  handedOver: 0,
  depths: [],
  meanBatch: null,
  cacheHitRate: null,
  queueMs: null,
  computeMs: null,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
  batches: [],
  ...more,
});

const stack = (each: ModelSample) =>
  depthLines([each]).map(({ label, points }) => [label, points[0]?.value]);

test("a model without levels: queued, handed over, executing", () => {
  const each = sample({
    queueDepth: 9,
    executing: 4,
    handedOver: 2,
    depths: [{ level: 0, queued: 7, delayed: 0 }],
  });
  expect(stack(each)).toEqual([
    ["Running", 4],
    ["Handed over", 2],
    ["Queued", 7],
  ]);
});

test("with levels each is an area of its own, delayed requests apart, and all add up", () => {
  const each = sample({
    queueDepth: 12,
    executing: 4,
    handedOver: 2,
    depths: [
      { level: 2, queued: 6, delayed: 3 },
      { level: 1, queued: 4, delayed: 0 },
    ],
  });
  expect(stack(each)).toEqual([
    ["Running", 4],
    ["Handed over", 2],
    ["Priority 1", 4],
    ["Priority 2", 3],
    ["Delayed", 3],
  ]);
});

test("a server that does not tell leaves all areas empty", () => {
  expect(stack(sample({ queueDepth: null, executing: null, handedOver: null }))).toEqual([
    ["Running", null],
    ["Handed over", null],
    ["Queued", null],
  ]);
});

test("[CHART-R4] a line has a point without a value where a gap ends, so that it does not cross it", () => {
  const samples = [1000, 2000, 9000].map((t) => sample({ t, executing: 1 }));
  expect(pointsOf(samples, ({ executing }) => executing).map(({ t, value }) => [t, value])).toEqual(
    [
      [1000, 1],
      [2000, 1],
      [8000, null],
      [9000, 1],
    ],
  );
});
