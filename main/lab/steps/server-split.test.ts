import { describe, expect, it } from "vitest";
import { readStatistics } from "./server-reading.ts";
import { beganAnew, splitBetween } from "./server-split.ts";
import { statistics } from "../testing/fake-server.ts";

const at = (ms: number, ...models: ReturnType<typeof statistics>[]) => ({ at: ms, models });

describe("the server's split", () => {
  it("is the difference of two readings, with means in ms", () => {
    expect(splitBetween(at(1000, statistics(100)), at(3000, statistics(300)))).toEqual({
      seconds: 2,
      requests: 200,
      failures: 0,
      inferences: 200,
      executions: 100,
      meanBatch: 2,
      queueMs: 1,
      computeInputMs: 0.25,
      computeInferMs: 2,
      computeOutputMs: 0.5,
      requestMs: 4,
      cacheHits: 0,
      cacheMisses: 0,
      cacheHitMs: null,
      cacheMissMs: null,
      batches: [[2, 100]],
    });
  });

  it("adds up all versions and models, new ones from zero", () => {
    const second = { version: "2" };
    const other = { name: "other" };
    const before = at(0, statistics(10), statistics(100, second), statistics(5, other));
    const after = at(1000, statistics(20), statistics(140, second), statistics(6, other));
    expect(splitBetween(before, after)?.requests).toBe(51);
    expect(splitBetween(at(0, statistics(10)), after)?.requests).toBe(156);
    expect(splitBetween(before, at(1000))).toBeNull();
  });

  it("has no means if nothing happened", () => {
    const same = splitBetween(at(0, statistics(10)), at(1000, statistics(10)));
    expect(same).toMatchObject({ requests: 0, meanBatch: null, queueMs: null, batches: [] });
  });

  it("[V15] is unknown if one of several versions was reset, however much the other grew", () => {
    const second = { version: "2" };
    const before = at(0, statistics(100), statistics(100, second));
    const after = at(1000, statistics(9000), statistics(3, second));
    expect(beganAnew(before, after)).toBe(true);
    expect(splitBetween(before, after)).toBeNull();
    expect(beganAnew(before, at(1000, statistics(100)))).toBe(false);
    expect(beganAnew(null, after)).toBe(false);
  });

  it("is unknown if counters were reset, or the server reported nothing", async () => {
    expect(splitBetween(at(0, statistics(100)), at(1000, statistics(10)))).toBeNull();
    const silent = await readStatistics(
      () => Promise.reject(new Error("gone")),
      () => 0,
    );
    expect(splitBetween(at(0, statistics(1)), silent)).toBeNull();
  });
});
