import { describe, expect, it } from "vitest";
import { RunTime } from "./run-time.ts";

describe("the recent run time", () => {
  it("[SCHED-B10] is unknown before the first run, rises at once, falls slowly", () => {
    const time = new RunTime();
    expect(time.recentNs).toBe(Infinity);
    time.record(100);
    expect(time.recentNs).toBe(100);
    time.record(1000);
    expect(time.recentNs).toBe(1000);
    time.record(0);
    expect(time.recentNs).toBe(900);
  });
});
