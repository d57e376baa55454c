import { describe, expect, it } from "vitest";
import { ManualClock } from "../../testing/manual-clock.ts";
import type { RunProgress, RunResult } from "../generator/messages.ts";
import type { Reuse } from "../../contract/index.ts";
import { stepLoads } from "../loads.ts";
import { plan, step } from "../testing/experiment.ts";
import { statistics } from "../testing/fake-server.ts";
import { targetAt, trafficSpec } from "../testing/run-spec.ts";
import { otherShare } from "./cpu-watch.ts";
import { reconcile, tolerated } from "./reconcile.ts";
import { makeRunSpec, type ServerEyes, type Subject } from "./subject.ts";
import { plannedWarmup, WarmupWatch } from "./warmup.ts";

describe("an automatic warm-up", () => {
  /** Runs half-second windows with this many requests each, whose batches have these sizes. */
  async function warm(
    windows: readonly { requests: number; size: number; ran?: string }[],
    instances: readonly string[] = [],
  ) {
    const clock = new ManualClock();
    let total = 0;
    let size = 1;
    let emitRan = (_instance: string) => {};
    const server: ServerEyes = {
      statistics: async () => [],
      instances,
      watchInstances: (ran) => {
        emitRan = ran;
        return { [Symbol.dispose]: () => {} };
      },
      sameMachine: true,
    };
    const batch = { count: 0, ns: 0 };
    const counted = new Map<number, number>();
    const read = async () => ({
      at: clock.now(),
      models: [
        statistics(total, {
          batch_stats: [...counted].map(([batch_size, count]) => ({
            batch_size,
            compute_input: batch,
            compute_infer: { count, ns: count * 1e6 },
            compute_output: batch,
          })),
        }),
      ],
    });
    let settledAfter: number | null = null;
    using watch = new WarmupWatch(server, read, clock, () => (settledAfter = total));
    for (const [index, window] of windows.entries()) {
      total += window.requests;
      ({ size } = window);
      if (size > 0) counted.set(size, (counted.get(size) ?? 0) + window.requests);
      if (window.ran) emitRan(window.ran);
      watch.progress({
        phase: "warmup",
        secondsDone: (index + 1) / 2,
        successes: total,
        failures: 0,
        response: { count: total, p50: 4000, p99: null },
      } as RunProgress);
      await clock.advance(500);
      if (settledAfter !== null) return { windows: index + 1, outcome: watch.outcome };
    }
    return { windows: null, outcome: watch.outcome, missing: watch.missing };
  }

  it("LAB-S1 ends when windows are alike and no batch size is new, and reports which ran", async () => {
    const windows = [
      { requests: 10, size: 1 },
      ...[2, 4].map((size) => ({ requests: 100, size })),
      ...Array.from({ length: 10 }, () => ({ requests: 100, size: 8 })),
    ];
    const { windows: took, outcome } = await warm(windows);
    expect(took).toBe(8);
    expect(outcome).toEqual({
      seconds: 4,
      settled: true,
      words: "batch sizes 1, 2, 4, 8 had run, latency had settled",
    });
  });

  it("LAB-S2 waits for every instance if the server reports them", async () => {
    const windows = Array.from({ length: 12 }, (_, i) => ({
      requests: 100,
      size: 2,
      ran: i === 6 ? "b" : "a",
    }));
    const { windows: took, outcome } = await warm(windows, ["a", "b"]);
    expect(took).toBe(7);
    expect(outcome?.words).toBe("batch size 2 and 2 instances had run, latency had settled");
    const { missing } = await warm(windows.slice(0, 6), ["a", "b"]);
    expect(missing).toContain("b had not run");
    const reached = await warm(windows, ["a", "b", "c"]);
    expect(reached.windows).toBeNull();
    const few = Array.from({ length: 12 }, () => ({ requests: 100, size: 2, ran: "a" }));
    expect((await warm(few, ["a", "c"])).outcome?.words).toBe(
      "batch size 2 and 1 of 2 instances, as many as this load reached, had run, latency had settled",
    );
  });

  it("LAB-S2 says if nothing ran because the cache answered", async () => {
    const { outcome } = await warm(
      Array.from({ length: 12 }, () => ({ requests: 100, size: 0 })),
      ["a"],
    );
    expect(outcome?.words).toBe("no batch was formed, latency had settled");
  });

  it("LAB-S3 does not consider a server warm while throughput still rises", async () => {
    const rising = Array.from({ length: 10 }, (_, i) => ({ requests: 20 * 1.5 ** i, size: 1 }));
    expect((await warm(rising)).windows).toBeNull();
  });

  it("LAB-S4 considers windows that vary as settled if they vary as before", async () => {
    const scattered = [80, 120, 90, 115, 85, 125].map((requests) => ({ requests, size: 1 }));
    expect((await warm(scattered)).windows).toBe(6);
  });

  it("LAB-S5 says what was missing after the maximum time", () => {
    expect(plannedWarmup({ kind: "auto", mostSeconds: 5 }, null, 5)).toEqual({
      seconds: 5,
      settled: false,
      words: "5 s passed: nothing was seen",
    });
    expect(plannedWarmup({ kind: "requests", count: 50 }, null, 2).words).toBe(
      "50 requests, as planned",
    );
  });
});

describe("the client's counts next to the server's", () => {
  const { server } = step();
  const none = { rejected: 0, timedOut: 0, cancelled: 0, failed: 0, wrong: 0, unfinished: 0 };
  const one = { kinds: 1, deadlines: false };
  const answered = (requests: number) => ({ requests, items: requests, itemsWithinBound: 0 });
  const outcomes = { ...none, rejected: 5 };
  const result = { successes: 2000, items: 2000, answered: answered(2000), outcomes } as RunResult;

  it("LAB-S6 agree within what was in flight at both ends", () => {
    const found = reconcile({
      ...one,
      result: { ...result, answered: answered(1996) },
      server,
      tolerance: 8,
    });
    expect(found.map(({ difference }) => difference)).toEqual([null, null, null]);
  });

  it("LAB-S6 show other traffic as a difference, in words", () => {
    const more = server && { ...server, requests: 2600, inferences: 2600 };
    const [requests] = reconcile({ ...one, result, server: more, tolerance: 8 });
    expect(requests?.difference).toBe(
      "Of successful requests, the server counted 2,600 and the client 2,000, 600 more than the 8 that were out at the span's ends explain: others sent requests at the same time.",
    );
  });

  it("LAB-S6 cover what arrived within the span, although a queue leaves much of it for later", () => {
    const [requests] = reconcile({
      ...one,
      result: { ...result, successes: 9000, items: 9000 },
      server,
      tolerance: 8,
    });
    expect(requests).toMatchObject({ client: 2000, server: 2000, difference: null });
  });

  it("LAB-S6 leave out the items of sequences, whose empty slots a server counts as well", () => {
    const padded = server && { ...server, requests: 2004, inferences: 4000 };
    const found = reconcile({ ...one, result, server: padded, tolerance: 8, sequences: true });
    expect(found.map(({ name, difference }) => [name, difference])).toEqual([
      ["successful requests", null],
      ["failed requests", null],
    ]);
  });

  it("LAB-S6 allow for the requests that end sequences", () => {
    const windows: RunResult["windows"] = [];
    const quiet = { ...result, seconds: 10, windows };
    expect(tolerated(quiet, null, 0, 8) - tolerated(quiet, null, 0)).toBe(8);
  });

  it("LAB-S6 count cache hits as items, and lookups next to requests", () => {
    const cached = server && { ...server, inferences: 500, cacheHits: 1500, cacheMisses: 500 };
    const found = reconcile({ ...one, result, server: cached, tolerance: 0 });
    expect(found.map(({ name }) => name)).toEqual([
      "successful requests",
      "failed requests",
      "items, from the cache or inferred",
      "look-ups in the cache",
    ]);
    expect(found.every(({ difference }) => difference === null)).toBe(true);
    expect(reconcile({ ...one, result, server: null, tolerance: 0 })).toEqual([]);
  });

  it("LAB-S6 leave out lookups of models that share them, and don't explain requests that clients abandoned", () => {
    const cached = server && { ...server, cacheHits: 10, cacheMisses: 90 };
    const mixed = reconcile({ ...one, kinds: 2, result, server: cached, tolerance: 8 });
    expect(mixed.map(({ name }) => name)).not.toContain("look-ups in the cache");
    const late = { ...result, outcomes: { ...none, timedOut: 300 } } as RunResult;
    const served = server && { ...server, requests: 2300, inferences: 2300, failures: 0 };
    const patient = reconcile({
      ...one,
      deadlines: true,
      result: late,
      server: served,
      tolerance: 8,
    });
    expect(patient.map(({ difference }) => difference)).toEqual([null, null, null]);
  });
});

it("LAB-S7 other load is what neither generator nor server used, and unknown without the server's", () => {
  const before = { busy: 10, all: 100, process: 5 };
  const after = { busy: 18, all: 120, process: 8 };
  expect(otherShare(before, after, 2)).toBeCloseTo((8 - 3 - 2) / 20, 9);
  expect(otherShare({ ...before, process: null }, after, 2)).toBeNull();
  expect(otherShare(before, after, 20)).toBe(0);
});

it("LAB-GEN-23 windows divide the time that a number of requests takes", () => {
  const limited = plan({
    load: { kind: "rate", rates: [100], arrivals: { kind: "constant" } },
    secondsPerStep: 3600,
    requestsPerStep: 1200,
  });
  const [load] = stepLoads(limited);
  if (!load) throw new Error("the plan has no step");
  const subject: Subject = {
    plan: limited,
    traffic: [trafficSpec()],
    target: targetAt("127.0.0.1:1"),
    server: { statistics: () => Promise.resolve([]), sameMachine: true },
  };
  expect(makeRunSpec(subject, { load, seed: 1, position: 0 })).toMatchObject({
    seconds: 3600,
    windowSeconds: 0.2,
  });
});

describe("LAB-S11 contents", () => {
  const subject = (reuse: Reuse): Subject => ({
    plan: plan(),
    traffic: [trafficSpec({ reuse })],
    target: targetAt("127.0.0.1:1"),
    server: { statistics: () => Promise.resolve([]), sameMachine: true },
  });
  const [load] = stepLoads(plan());
  if (!load) throw new Error("the plan has no step");
  const seedAt = (reuse: Reuse, position: number, attempt?: number) =>
    makeRunSpec(subject(reuse), { load, seed: 1, position, ...(attempt && { attempt }) }).traffic[0]
      ?.seed;
  const seeds = (reuse: Reuse) => [0, 1, 2].map((position) => seedAt(reuse, position));

  it("are not those of earlier steps if repeats are chosen", () => {
    expect(new Set(seeds({ kind: "turns" })).size).toBe(1);
    expect(new Set(seeds({ kind: "duplicates", share: 0.2 })).size).toBe(3);
    expect(seeds({ kind: "zipf", exponent: 1 })).toEqual(seeds({ kind: "zipf", exponent: 1 }));
  });

  it("are not those of the same step before it was disturbed", () => {
    const repeats: Reuse = { kind: "duplicates", share: 0.2 };
    expect(new Set([0, 1, 2].map((attempt) => seedAt(repeats, 1, attempt))).size).toBe(3);
  });
});
