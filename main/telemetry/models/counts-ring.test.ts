import { expect, test } from "vitest";
import type { ModelCounts } from "./counts.ts";
import { CountsRing } from "./counts-ring.ts";

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
    latency: null,
    queued: null,
    executing: null,
    refused: null,
    handedOver: null,
  };
}

const seconds = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => second(from + i));

test("the ring keeps the newest and finds them by time", () => {
  const ring = new CountsRing(3);
  for (const each of seconds(0, 5)) ring.push(each);
  expect(ring.between(0, 10_000).map(({ t }) => t)).toEqual([2400, 3400, 4400]);
  expect(ring.between(2400, 3400).map(({ t }) => t)).toEqual([3400]);
});
