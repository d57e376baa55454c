import { describe, expect, it } from "vitest";
import type { LoadSpec } from "../generator/messages.ts";
import { Certifier } from "../statistics/index.ts";
import { leastSecondsToKeep, mayEndEarly } from "./early-end.ts";

const clients: LoadSpec = { kind: "concurrency", clients: 4, thinkMs: 0 };
const rate: LoadSpec = { kind: "rate", rate: 100, arrivals: { kind: "constant" } };
const varying: LoadSpec[] = [
  { kind: "profile", parts: [{ seconds: 9, from: 1, to: 900 }], arrivals: { kind: "poisson" } },
  { kind: "bursts", size: 1000, everyMs: 1000 },
  { kind: "intervals", micros: [10, 1e6] },
];

const kept = { result: "kept", boundMs: 50 } as const;
const missed = { result: "missed", boundMs: 50 } as const;

describe("[LAB-E8] an early end", () => {
  it("needs a certified objective", () => {
    expect(mayEndEarly(clients, { result: "undecided", boundMs: 50 }, 100)).toBe(false);
    expect(mayEndEarly(clients, kept, 0.1)).toBe(true);
    expect(mayEndEarly(clients, missed, 0.1)).toBe(true);
  });

  it("waits, at a rate that meets it, for a queue that would be growing", () => {
    expect(mayEndEarly(rate, missed, 0.1)).toBe(true);
    expect(mayEndEarly(rate, kept, 1.99)).toBe(false);
    expect(mayEndEarly(rate, kept, 2)).toBe(true);
  });

  it.each(varying)("never happens if the load varies: $kind", (load) => {
    expect(mayEndEarly(load, kept, 1000)).toBe(false);
    expect(mayEndEarly(load, missed, 1000)).toBe(false);
  });

  it.each([
    { percentile: 90, boundMs: 500, looksKeptFirst: true },
    { percentile: 99, boundMs: 50, looksKeptFirst: true },
    { percentile: 99.9, boundMs: 20, looksKeptFirst: false },
    { percentile: 50, boundMs: 5, looksKeptFirst: true },
  ])("finds 5 % beyond capacity, one at a time: p$percentile ≤ $boundMs ms", (objective) => {
    const { percentile, boundMs, looksKeptFirst } = objective;
    const perSecond = 1000;
    const serviceMs = 1.05;
    const certifier = new Certifier({ percentile });
    const endsAfter = leastSecondsToKeep(rate, boundMs);
    let free = 0;
    let certifiedBefore = false;
    for (let at = 0; at <= endsAfter * 1000 + 1; at += 1000 / perSecond) {
      free = Math.max(free, at) + serviceMs;
      certifier.add(1, free - at > boundMs ? 1 : 0);
      certifiedBefore ||= certifier.certificate === "passed";
    }
    expect(certifier.certificate).not.toBe("passed");
    expect(certifiedBefore).toBe(looksKeptFirst);
  });
});
