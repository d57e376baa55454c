import { describe, expect, it } from "vitest";
import type { Comparison } from "../contract/index.ts";
import { chooseAdvice } from "./advice.ts";
import { createComparison } from "./testing/fake-lab.ts";

const BOUND = 20;
const advice = (comparison: Comparison, bound: number | null = BOUND) =>
  chooseAdvice(comparison, "delay", bound);

describe("the advice on a step", () => {
  it("TUNING-30: an invalid measurement supports no decision", () => {
    const { decision, reason } = advice(createComparison(0.5, [10, 10], { invalid: true }));
    expect(decision).toBe("again");
    expect(reason).toContain("invalid");
  });

  it("TUNING-31: more throughput doesn't outweigh a missed objective", () => {
    const { decision, reason } = advice(createComparison(0.5, [15, 25]));
    expect(decision).toBe("revert");
    expect(reason).toContain("beyond the latency objective of 20 ms");
  });

  it("TUNING-32: reverts a change without a significant difference", () => {
    expect(advice(createComparison(0))).toMatchObject({
      decision: "revert",
      reason: expect.stringContaining("No significant difference"),
    });
  });

  it("TUNING-33: keeps better figures, reverts worse ones", () => {
    expect(advice(createComparison(0.3)).decision).toBe("keep");
    expect(advice(createComparison(-0.3)).decision).toBe("revert");
  });

  it("TUNING-34: keeps more throughput with latency within the objective, not the reverse", () => {
    expect(advice(createComparison(0.3, [10, 15]))).toMatchObject({
      decision: "keep",
      reason: expect.stringContaining("within the latency objective"),
    });
    expect(advice(createComparison(-0.3, [10, 5])).decision).toBe("revert");
    expect(advice(createComparison(0.3, [10, 15]), null).decision).toBe("revert");
  });

  it("TUNING-35: limits the advice on a cache to clients that repeat as much as the load", () => {
    expect(chooseAdvice(createComparison(0.3), "cache", BOUND).reason).toContain(
      "repeat requests as much",
    );
  });
});
