import { describe, expect, it } from "vitest";
import type { RunVerdict } from "../../contract/index.ts";
import { errorFactor, worseFactor } from "./error-factor.ts";

type Reason = RunVerdict["reasons"][number];
const reason = (id: string, value: number | null, more: Partial<Reason> = {}): Reason => ({
  id,
  severity: "invalid",
  text: "",
  value,
  limit: null,
  ...more,
});
const late = { mayReadHighMs: { p50: 1, p90: 1, p95: 1, p99: 1 } };
const factorFor = (...reasons: Reason[]) => errorFactor({ verdict: "invalid", reasons });

describe("possible error of a measurement", () => {
  it("V18 is that of drift and of waits for a CPU, and several multiply", () => {
    expect(factorFor()).toBe(1);
    expect(factorFor(reason("V7", 0.2))).toBeCloseTo(1.25);
    expect(factorFor(reason("V7", 0.2), reason("V8", 0.5 - 1e-9, late))).toBeCloseTo(2.5);
    expect(factorFor(reason("V6", 0.2, late), reason("V9", 3, { severity: "note" }))).toBeCloseTo(
      1.25,
    );
  });

  it("V18 counts against a limit only if latency may be higher than measured", () => {
    const worse = (...reasons: Reason[]) => worseFactor({ verdict: "invalid", reasons });
    expect(worse(reason("V8", 0.7, late), reason("V1", 0.2, late))).toBe(1);
    expect(worse(reason("V7", 0.2), reason("V8", 0.4, late))).toBeCloseTo(1.25);
    expect(worse(reason("V7", 0.5))).toBeNull();
    expect(worse(reason("V8", 0.2, late), reason("V5", 0.02))).toBeNull();
  });

  it("V18 is unknown from a half upward, and for any other reason", () => {
    expect(factorFor(reason("V7", 0.5))).toBeNull();
    expect(factorFor(reason("V7", null))).toBeNull();
    expect(factorFor(reason("V8", 0.3))).toBeNull();
    expect(factorFor(reason("V7", 0.2), reason("V5", 0.02))).toBeNull();
  });
});
