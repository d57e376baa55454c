import { expect, test } from "vitest";
import type { ModelCounts } from "./counts.ts";
import { condense, CountsRing } from "./counts-ring.ts";

function second(t: number): ModelCounts {
  return {
    t: t * 1000 + 400,
    seconds: 1,
    successes: 1,
    failures: 0,
    inferences: 1,
    executions: 1,
    queue: { count: 1, ns: 1 },
    compute: { count: 1, ns: 1 },
    cacheHits: 0,
    cacheMisses: 0,
    batches: [[1, 1]],
    latency: null,
    queued: null,
    executing: null,
    refused: null,
    handedOver: null,
    depths: [],
  };
}

const seconds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => second(from + i));

test("few intervals stay as they are", () => {
  expect(condense(seconds(0, 10), 10)).toEqual(seconds(0, 10));
});

test("many are merged to at most as many as asked for, losing none", () => {
  for (const maxPoints of [1, 7, 300]) {
    const points = condense(seconds(1003, 2803), maxPoints);
    expect(points.length).toBeLessThanOrEqual(maxPoints);
    expect(points.length).toBeGreaterThan(maxPoints / 3);
    expect(points.reduce((sum, { successes }) => sum + successes, 0)).toBe(1800);
    expect(points.reduce((sum, each) => sum + each.seconds, 0)).toBe(1800);
  }
});

test("a window that moves on keeps the points it already had", () => {
  const before = condense(seconds(0, 1000), 100).map(({ t }) => t);
  const after = condense(seconds(11, 1011), 100).map(({ t }) => t);
  expect(after.slice(0, 80)).toEqual(before.filter((t) => after.includes(t)).slice(0, 80));
});

test("the ring keeps the newest and finds them by time", () => {
  const ring = new CountsRing(3);
  for (const each of seconds(0, 5)) ring.push(each);
  expect(ring.between(0, 10_000).map(({ t }) => t)).toEqual([2400, 3400, 4400]);
  expect(ring.between(2400, 3400).map(({ t }) => t)).toEqual([3400]);
  expect(ring.newest(1).map(({ t }) => t)).toEqual([4400]);
});
