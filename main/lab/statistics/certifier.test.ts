import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../wire/index.ts";
import { type Certificate, Certifier, certify } from "./index.ts";

const at = (requests: number, over: number, percentile = 99): Certificate =>
  new Certifier({ percentile }).add(requests, over);

interface Truth {
  /** Share of requests over the bound; with p99 the percentile is at most the bound up to 0.01. */
  readonly share: number;
  readonly seed: number;
  readonly most: number;
}

/** 1,000 runs, checked after each batch of 1 to 40 requests. */
function simulate({ share, seed, most }: Truth) {
  const random = seededRandom(seed);
  const found = { passed: 0, failed: 0, undecided: 0 };
  const decidedAfter: number[] = [];
  for (let run = 0; run < 1000; run++) {
    const certifier = new Certifier({ percentile: 99 });
    while (certifier.requests < most && certifier.certificate === "undecided") {
      const count = 1 + Math.floor(random() * 40);
      let over = 0;
      for (let i = 0; i < count; i++) if (random() < share) over += 1;
      certifier.add(count, over);
    }
    found[certifier.certificate] += 1;
    decidedAfter.push(certifier.decidedAfter ?? most);
  }
  return { ...found, median: decidedAfter.sort((a, b) => a - b)[500] ?? 0 };
}

/** The exact probability that a certifier which checks after every request ever passes, up to `most` of them. */
function everSays(said: Certificate, percentile: number, share: number, most: number): number {
  let undecided = [1];
  let probability = 0;
  for (let n = 1; n <= most; n++) {
    const next: number[] = [];
    for (let over = 0; over <= n; over++) {
      const mass = (undecided[over] ?? 0) * (1 - share) + (undecided[over - 1] ?? 0) * share;
      const counts = mass > 1e-15 && at(n, over, percentile) === said;
      next.push(counts ? 0 : mass);
      if (counts) probability += mass;
    }
    undecided = next;
  }
  return probability;
}

describe("a certifier", () => {
  it.each([
    [0, 556],
    [1, 862],
    [2, 1097],
    [10, 2520],
  ])("[LAB-STATS-10] passes p99 with %d over the bound after %d requests", (over, requests) => {
    expect(at(requests, over)).toBe("passed");
    expect(at(requests - 1, over)).not.toBe("passed");
  });

  it("[LAB-STATS-9] fails as soon as too many miss the objective", () => {
    expect(at(1, 1)).toBe("undecided");
    expect(at(2, 2)).toBe("failed");
    expect(at(100, 8)).toBe("failed");
    expect(at(100, 2)).toBe("undecided");
  });

  it.each([
    ["passed", 90],
    ["failed", 90],
    ["passed", 50],
    ["failed", 50],
  ] as const)(
    "[LAB-STATS-9] with the percentile at the bound ever has %s at p%d with at most 1 %%",
    (said, percentile) => {
      const probability = everSays(said, percentile, 1 - percentile / 100, 250);
      expect(probability).toBeGreaterThan(0.001);
      expect(probability).toBeLessThanOrEqual(0.01);
    },
  );

  it.each([
    { share: 0.01, seed: 1, most: 10_000 },
    { share: 0.0101, seed: 2, most: 10_000 },
    { share: 0.0125, seed: 3, most: 10_000 },
  ])("[LAB-STATS-9] hardly ever passes in 1,000 runs with $share over the bound", (truth) => {
    expect(simulate(truth).passed).toBeLessThanOrEqual(10);
  });

  it.each([
    { share: 0.01, seed: 4, most: 10_000 },
    { share: 0.0099, seed: 5, most: 10_000 },
    { share: 0.008, seed: 6, most: 10_000 },
  ])("[LAB-STATS-9] hardly ever fails in 1,000 runs with $share over the bound", (truth) => {
    expect(simulate(truth).failed).toBeLessThanOrEqual(10);
  });

  it("[LAB-STATS-9] stays valid under repeated checks, unlike the rule for one check", () => {
    const random = seededRandom(9);
    let wrong = 0;
    for (let run = 0; run < 1000; run++) {
      let over = 0;
      for (let n = 1; n <= 5000; n++) {
        if (random() < 0.0101) over += 1;
        if (n % 20 === 0 && certify(n, over, 99) === "passed") {
          wrong += 1;
          break;
        }
      }
    }
    expect(wrong).toBeGreaterThan(20);
  });

  it("[LAB-STATS-9] decides clear cases in hundreds of requests", () => {
    const good = simulate({ share: 0.001, seed: 7, most: 10_000 });
    expect(good.passed).toBe(1000);
    expect(good.median).toBeLessThan(700);
    const bad = simulate({ share: 0.05, seed: 8, most: 10_000 });
    expect(bad.failed).toBe(1000);
    expect(bad.median).toBeLessThan(200);
  });

  it("[LAB-STATS-9] never turns towards passing because more miss the objective", () => {
    const order = ["passed", "undecided", "failed"];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(), (n, seed) => {
        const over = seed % n;
        expect(order.indexOf(at(n, over + 1))).toBeGreaterThanOrEqual(order.indexOf(at(n, over)));
      }),
      { numRuns: 300 },
    );
  });

  it("[LAB-STATS-12] is right for requests in order of schedule, and misled by order of ends", () => {
    const random = seededRandom(3);
    // One request each ms; 5 % take 2 s instead of 5 ms, so the p99 is far above the bound of 20 ms.
    const requests = Array.from({ length: 4000 }, (_, ms) => {
      const late = random() < 0.05;
      return { decided: ms + 20, ended: ms + (late ? 2000 : 5), late };
    });
    const certificateBy = (moment: "decided" | "ended") => {
      const certifier = new Certifier({ percentile: 99 });
      const inOrder = requests.toSorted((a, b) => a[moment] - b[moment]);
      for (const { late } of inOrder) {
        if (certifier.add(1, late ? 1 : 0) !== "undecided") break;
      }
      return certifier.certificate;
    };
    expect(certificateBy("decided")).toBe("failed");
    expect(certificateBy("ended")).toBe("passed");
  });

  it("[LAB-STATS-11] speaks of all requests: also of a queue that grew after the first ones met the objective", () => {
    const certifier = new Certifier({ percentile: 99, confidence: 0.99 });
    expect(certifier.decidedAfter).toBeNull();
    expect(certifier.add(600, 0)).toBe("passed");
    expect(certifier.add(300, 0)).toBe("passed");
    expect(certifier.decidedAfter).toBe(600);
    expect(certifier.add(5, 5)).toBe("undecided");
    expect(certifier.decidedAfter).toBeNull();
    expect(certifier.add(95, 95)).toBe("failed");
    expect(certifier).toMatchObject({ decidedAfter: 1000, requests: 1000, over: 100 });
  });

  it("[LAB-STATS-11] gives the same result for the same requests, however they arrived", () => {
    const batch = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 9 }));
    fc.assert(
      fc.property(fc.array(batch, { minLength: 1, maxLength: 12 }), (batches) => {
        const certifier = new Certifier({ percentile: 95 });
        for (const [within, over] of batches) certifier.add(within + over, over);
        const { requests, over } = certifier;
        expect(certifier.certificate).toBe(at(requests, over, 95));
      }),
    );
  });

  it("[LAB-STATS-10] returns the minimum number of requests still needed", () => {
    const certifier = new Certifier({ percentile: 99 });
    expect(certifier.leastToPass).toBe(556);
    certifier.add(500, 1);
    expect(certifier.leastToPass).toBe(362);
    certifier.add(362, 0);
    expect(certifier.leastToPass).toBe(0);
  });

  it("[LAB-STATS-25] rejects invalid arguments", () => {
    const certifier = new Certifier({ percentile: 99 });
    expect(() => certifier.add(1, 2)).toThrow("count is 1; give a whole number of at least 2.");
    expect(() => certifier.add(1.5, 0)).toThrow("count is 1.5");
    expect(() => new Certifier({ percentile: 0 })).toThrow("percentile is 0");
    expect(() => new Certifier({ percentile: 99, confidence: 99 })).toThrow("confidence is 99");
    expect(certifier.add(0, 0)).toBe("undecided");
  });
});
