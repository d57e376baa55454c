import { expect, test } from "vitest";
import type { ExperimentProgress } from "../../../main/contract/index.ts";
import { nothingSeen, withProgress } from "./live-track.ts";

const progress = (secondsDone: number, stepIndex = 0, failures = 0): ExperimentProgress => ({
  id: 1,
  state: "running",
  reason: null,
  stepIndex,
  stepCount: 3,
  phase: "measuring",
  pausing: false,
  secondsDone,
  secondsLeft: 10,
  words: `concurrency ${2 ** stepIndex}`,
  live: {
    load: { kind: "concurrency", value: 1 },
    requestsPerSecond: 100,
    p50Ms: 3,
    p99Ms: null,
    failures,
    certificate: null,
    adjustable: false,
  },
});

test("[EXPERIMENT-PAGE-R1] each message adds a point, each new step a mark", () => {
  const track = [progress(1), progress(2), progress(3, 1)].reduce(withProgress, nothingSeen);
  expect(track.windows.map(({ t, seconds }) => [t, seconds])).toEqual([
    [0.5, 0.5],
    [1, 1],
    [2.5, 0.5],
  ]);
  expect(track.events.map(({ t, label }) => [t, label])).toEqual([
    [0.5, "concurrency 1"],
    [2.5, "concurrency 2"],
  ]);
});

test("[EXPERIMENT-PAGE-R1] failures count from the previous message, and restart with a step", () => {
  const track = [progress(1, 0, 2), progress(2, 0, 5), progress(3, 1, 1)].reduce(
    withProgress,
    nothingSeen,
  );
  expect(track.windows.map(({ failures }) => failures)).toEqual([2, 3, 1]);
});

test("[EXPERIMENT-PAGE-R1] a message without anything new adds nothing", () => {
  const track = withProgress(nothingSeen, progress(2));
  expect(withProgress(track, progress(2))).toBe(track);
  expect(withProgress(track, { ...progress(3), live: null })).toBe(track);
});

test("[EXPERIMENT-PAGE-R2] a resumed run is shown at once, after its earlier points", () => {
  const track = [progress(10), progress(12), progress(4, 1), progress(5, 1)].reduce(
    withProgress,
    nothingSeen,
  );
  expect(track.windows).toHaveLength(4);
  expect(track.windows.at(-1)?.t).toBeCloseTo(12, 1);
  expect(track.windows.at(-1)?.seconds).toBe(1);
  expect(track.events.at(-1)).toMatchObject({ t: 12, label: "concurrency 2" });
});

test("[EXPERIMENT-PAGE-R1] a long run is thinned out, not cut off", () => {
  const track = Array.from({ length: 2000 }, (_, index) => progress(index + 1)).reduce(
    withProgress,
    nothingSeen,
  );
  expect(track.windows.length).toBeLessThanOrEqual(601);
  expect(track.windows.at(-1)?.t).toBe(1999);
  expect(track.windows[0]!.t).toBeLessThan(100);
});
