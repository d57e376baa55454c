import { expect, test } from "vitest";
import { addFrame, emptyLog, type PlacedBatch } from "./batch-log.ts";
import { listLanes } from "./lanes.ts";
import {
  batchAt,
  boxFor,
  type Geometry,
  neighbour,
  xToTime,
  timeToX,
} from "./timeline-geometry.ts";

function batchesOf(
  ...all: [instance: string, at: number, items: number][]
): readonly PlacedBatch[] {
  return addFrame(emptyLog, {
    from: 0,
    to: 250,
    reasons: [],
    dropped: 0,
    problem: null,
    batches: all.map(([instance, at, items]) => ({
      version: "1",
      instance,
      at,
      items,
      requests: 1,
      reason: "idle",
      oldestWaitMs: 0,
      meanWaitMs: 0,
      inputMs: 0,
      inferMs: 10,
      outputMs: 0,
      failed: false,
      onServingThread: false,
    })),
  }).batches;
}

const batches = batchesOf(["a", 10, 8], ["b", 15, 1], ["a", 40, 4], ["b", 60, 8]);
const geometry: Geometry = {
  width: 1000,
  span: [0, 100],
  lanes: listLanes([], batches),
  laneHeight: 116,
  largest: 8,
};
const [a1, b1, a2, b2] = batches;

test("lanes are the loaded instances, with their provider, then those that ran and are gone", () => {
  const instances = [
    { name: "a", kind: "KIND_CPU", provider: "cpu", deviceId: null, busy: false },
    { name: "c", kind: "KIND_GPU", provider: "cuda", deviceId: 1, busy: false },
  ];
  const failures = { rejected: 0, canceled: 0, backend: 0, other: 0 };
  const version = { version: "1", loadSeconds: 0, refused: 0, failures, cache: null, instances };
  expect(listLanes([version], batches)).toEqual([
    { key: "a v1", label: "a", on: "cpu" },
    { key: "c v1", label: "c", on: "cuda, device 1" },
    { key: "b v1", label: "b", on: "" },
  ]);
  expect(listLanes([version, { ...version, version: "2" }], []).map(({ label }) => label)).toEqual([
    "v1 a",
    "v1 c",
    "v2 a",
    "v2 c",
  ]);
});

test("a bar lies where its batch ran, as wide as its compute and as high as its size", () => {
  const box = boxFor(geometry, a1!);
  expect(box).toMatchObject({ x: 100, width: 100 });
  expect(boxFor(geometry, a2!).height).toBeLessThan(box.height);
  expect(boxFor(geometry, b1!).y).toBeGreaterThan(geometry.laneHeight);
  expect(xToTime(geometry, timeToX(geometry, 42))).toBeCloseTo(42);
});

test("pointing finds the batch in its lane, within a few pixels", () => {
  expect(batchAt(geometry, batches, 150, 50)).toBe(a1);
  expect(batchAt(geometry, batches, 203, 50)).toBe(a1);
  expect(batchAt(geometry, batches, 203, 150)).toBe(b1);
  expect(batchAt(geometry, batches, 300, 50)).toBeNull();
  expect(batchAt(geometry, batches, 150, 900)).toBeNull();
});

test("arrow keys go along a lane and between lanes", () => {
  const go = (from: PlacedBatch | null, key: Parameters<typeof neighbour>[3]) =>
    neighbour(geometry, batches, from, key);
  expect(go(null, "ArrowLeft")).toBe(b2);
  expect(go(a1!, "ArrowRight")).toBe(a2);
  expect(go(a1!, "ArrowLeft")).toBe(a1);
  expect(go(a2!, "ArrowDown")).toBe(b2);
  expect(go(b1!, "ArrowUp")).toBe(a1);
  expect(go(b1!, "End")).toBe(b2);
  expect(go(a2!, "Home")).toBe(a1);
  expect(neighbour(geometry, [], null, "End")).toBeNull();
});
