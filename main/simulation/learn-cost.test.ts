import { describe, expect, it } from "vitest";
import { meanTime } from "./batch-time.ts";
import { learnCost } from "./learn-cost.ts";

const at = (size: number, busy: number, ms: number, count = 100) => ({
  size,
  busy,
  count,
  ns: ms * 1e6,
});

describe("[SIM-10] times of batches and the slowdown between instances", () => {
  it("learns nothing from sizes with few executions", () => {
    expect(learnCost([at(1, 1, 2, 19)])).toBeNull();
    expect(learnCost([])).toBeNull();
  });

  it("assumes no slowdown while one number of instances ran", () => {
    const learned = learnCost([at(1, 2, 2), at(8, 2, 9)]);
    expect(learned?.slowdown).toBe("assumed");
    expect(learned?.cost.slowdown).toBe(0);
  });

  it("learns the slowdown from sizes that ran with several", () => {
    const learned = learnCost([at(1, 1, 2), at(8, 1, 9), at(4, 3, 5 * 2)]);
    expect(learned?.slowdown).toBe("measured");
    // A batch of four takes 5 ms alone, twice as long next to two others.
    expect(learned?.cost.slowdown).toBeCloseTo(0.5);
    expect(meanTime(learned?.cost.times ?? [], 4)).toBeCloseTo(5e6, -4);
  });

  it("uses times of sizes that ran with more instances alone", () => {
    const learned = learnCost([at(1, 1, 2), at(8, 1, 9), at(4, 2, 7.5), at(32, 2, 49.5)]);
    expect(learned?.cost.slowdown).toBeCloseTo(0.5);
    expect(meanTime(learned?.cost.times ?? [], 32)).toBeCloseTo(33e6, -4);
  });

  it("starts from the fewest instances that ran", () => {
    // Alone 4 ms, with slowdown 0.5: 6 ms next to one other, 8 ms next to two.
    const learned = learnCost([at(1, 2, 6), at(2, 2, 6.1), at(1, 3, 8)]);
    expect(learned?.cost.slowdown).toBeCloseTo(0.5);
    expect(meanTime(learned?.cost.times ?? [], 1)).toBeCloseTo(4e6, -4);
  });

  it("keeps the slowdown from 0 to 1.5", () => {
    expect(learnCost([at(1, 1, 2), at(1, 2, 1)])?.cost.slowdown).toBe(0);
    expect(learnCost([at(1, 1, 2), at(1, 2, 40)])?.cost.slowdown).toBe(1.5);
  });
});
