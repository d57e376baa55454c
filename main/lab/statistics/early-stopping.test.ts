import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateSentence, certify, queriesNeeded } from "./index.ts";

describe("one look at a fixed number of requests", () => {
  it.each([
    [0, 459],
    [1, 662],
    [2, 838],
    [5, 1307],
    [10, 2010],
    [20, 3304],
    [50, 6898],
    [100, 12_571],
  ])("[LAB-STATS-7] passes p99 with %d over the bound from %d requests on", (over, requests) => {
    expect(queriesNeeded(99, over)).toBe(requests);
    expect(certify(requests, over, 99)).toBe("passed");
    expect(certify(requests - 1, over, 99)).not.toBe("passed");
  });

  it("[LAB-STATS-7] needs fewer for lower percentiles and more for higher ones", () => {
    expect(queriesNeeded(95, 0)).toBe(90);
    expect(queriesNeeded(99.9, 0)).toBe(4603);
    expect(queriesNeeded(99, 0, 0.95)).toBe(299);
  });

  it("[LAB-STATS-8] fails on too many over the bound", () => {
    expect(certify(100, 5, 99)).toBe("failed");
    expect(certify(100, 4, 99)).toBe("undecided");
    expect(certify(3, 3, 99)).toBe("failed");
    expect(certify(0, 0, 99)).toBe("undecided");
  });

  it("[LAB-STATS-7][LAB-STATS-8] moves from passed over undecided to failed as more are late", () => {
    const order = ["passed", "undecided", "failed"];
    const percentile = fc.constantFrom(50, 90, 99, 99.9);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), percentile, fc.nat(), (n, p, seed) => {
        const over = seed % n;
        const before = order.indexOf(certify(n, over, p));
        expect(order.indexOf(certify(n, over + 1, p))).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 200 },
    );
  });

  it("[LAB-STATS-25] rejects more late requests than there are requests", () => {
    expect(() => certify(3, 4, 99)).toThrow("requests is 3; give a whole number of at least 4.");
    expect(() => queriesNeeded(99, -1)).toThrow("over is -1");
  });
});

describe("the sentence", () => {
  const claim = { percentile: 99, boundMs: 20, confidence: 0.99, requests: 662 } as const;

  it.each([
    ["passed", "p99 ≤ 20 ms certified at 99 % after 662 requests"],
    ["failed", "p99 > 20 ms certified at 99 % after 662 requests"],
    ["undecided", "p99 ≤ 20 ms undecided at 99 % after 662 requests"],
  ] as const)("[LAB-STATS-13] of what %s", (certificate, sentence) => {
    expect(certificateSentence({ ...claim, certificate })).toBe(sentence);
  });

  it("[LAB-STATS-13] of many requests, other levels and one request", () => {
    const other = { ...claim, certificate: "passed", confidence: 0.999 } as const;
    expect(certificateSentence({ ...other, percentile: 99.9, requests: 12_571 })).toBe(
      "p99.9 ≤ 20 ms certified at 99.9 % after 12,571 requests",
    );
    expect(certificateSentence({ ...other, boundMs: 0.5, requests: 1 })).toContain(
      "after 1 request",
    );
  });
});
