import { describe, expect, it } from "vitest";
import { VirtualClock } from "../testing/virtual-clock.ts";
import { ShortRuns } from "./short-runs.ts";
import { MAX_BLOCKED_NS, TurnBudget } from "./turn-budget.ts";

const US = 1000;
const ALONE = { requests: 1, items: 1, isAlone: true };

function setUp() {
  const clock = new VirtualClock();
  const turn = new TurnBudget(clock);
  return { clock, turn, runs: new ShortRuns(turn) };
}

function record(runs: ShortRuns, us: number, times: number, items = 1): void {
  for (let i = 0; i < times; i++) runs.record(us * US, items);
}

describe("runs on the serving thread", () => {
  it("[SCHED-T1] start after about 20 short runs on the instance's thread", () => {
    const { runs } = setUp();
    expect(runs.runHere(ALONE)).toBe(false);
    record(runs, 20, 15);
    expect(runs.runHere(ALONE)).toBe(false);
    record(runs, 20, 10);
    expect(runs.runHere(ALONE)).toBe(true);
  });

  it("[SCHED-T1] continue after one interrupted run, and end after three long ones", () => {
    const { runs } = setUp();
    record(runs, 20, 50);
    record(runs, 5000, 1);
    expect(runs.runHere(ALONE)).toBe(true);
    record(runs, 1000, 2);
    expect(runs.runHere(ALONE)).toBe(false);
    record(runs, 20, 1);
    expect(runs.runHere(ALONE)).toBe(false);
    record(runs, 20, 20);
    expect(runs.runHere(ALONE)).toBe(true);
  });

  it("[SCHED-T1] neither start nor end between the two limits", () => {
    const { runs } = setUp();
    record(runs, 120, 100);
    expect(runs.runHere(ALONE)).toBe(false);
    record(runs, 60, 30);
    expect(runs.runHere(ALONE)).toBe(true);
    record(runs, 120, 100);
    expect(runs.runHere(ALONE)).toBe(true);
  });

  it("[SCHED-T2] are only for small batches with an empty queue", () => {
    const { runs } = setUp();
    record(runs, 20, 50, 64);
    expect(runs.runHere({ requests: 8, items: 8, isAlone: true })).toBe(true);
    expect(runs.runHere({ requests: 9, items: 9, isAlone: true })).toBe(false);
    expect(runs.runHere({ ...ALONE, isAlone: false })).toBe(false);
  });

  it("[SCHED-T3] have no more items than were measured since runs became short", () => {
    const { runs } = setUp();
    record(runs, 20, 50, 4);
    expect(runs.runHere({ ...ALONE, items: 4 })).toBe(true);
    expect(runs.runHere({ ...ALONE, items: 5 })).toBe(false);
    record(runs, 110, 1, 8);
    expect(runs.runHere({ ...ALONE, items: 8 })).toBe(false);
    record(runs, 90, 1, 8);
    expect(runs.runHere({ ...ALONE, items: 8 })).toBe(true);
    record(runs, 1000, 3, 1);
    record(runs, 20, 50, 2);
    expect(runs.runHere({ ...ALONE, items: 3 })).toBe(false);
  });

  it("[SCHED-B9] are not long, even if one of them is interrupted", () => {
    const { runs } = setUp();
    expect(runs.areLong).toBe(true);
    record(runs, 20, 50);
    expect(runs.areLong).toBe(false);
    record(runs, 10_000, 3);
    expect(runs.areLong).toBe(false);
    record(runs, 1000, 20);
    expect(runs.areLong).toBe(true);
  });

  it("[SCHED-T4] take a bounded part of an event loop turn, for all models together", async () => {
    const { clock, turn, runs } = setUp();
    const other = new ShortRuns(turn);
    record(runs, 50, 100);
    record(other, 50, 100);
    let blockedNs = 0;
    for (let i = 0; i < 20; i++) {
      for (const model of [runs, other]) {
        if (!model.runHere(ALONE)) continue;
        model.blocked(50 * US);
        blockedNs += 50 * US;
      }
    }
    expect(blockedNs).toBeGreaterThan(MAX_BLOCKED_NS / 2);
    expect(blockedNs).toBeLessThanOrEqual(MAX_BLOCKED_NS);
    await clock.advance(1);
    expect(runs.runHere(ALONE)).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
