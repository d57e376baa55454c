import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PossibleError } from "../../contract/index.ts";
import { judge, type RunFacts } from "./index.ts";

const errors = (p99: number) => ({ p50: 0, p90: 0, p95: 0, p99 });
const withError = (changes: Partial<PossibleError>): Pick<RunFacts, "possibleError"> => ({
  possibleError: {
    sending: null,
    receiving: errors(0),
    waiting: errors(0),
    otherCores: 0,
    ...changes,
  },
});

const SOUND: RunFacts = {
  loop: "open",
  sends: 10_000,
  lateSends: 0,
  offeredRate: 1000,
  achievedRate: 1000,
  unfinished: 0,
  generatorCpu: 0.2,
  latency: { p50: 2, p90: 3, p95: 4, p99: 5 },
  possibleError: {
    sending: errors(0),
    receiving: errors(0.05),
    waiting: errors(0.05),
    otherCores: 0.05,
  },
  distinctInputs: 1000,
  repeatedPrompts: null,
  caveat: null,
  replaced: false,
  cacheEntries: null,
  hitRateChosen: false,
  repeatShare: null,
  hitShare: null,
  drift: { throughput: 0.01, latency: -0.02, p99: 0.3, p99BeyondNoise: false, beyondNoise: false },
  otherCpu: 0.05,
  serverOnThisMachine: true,
  samples: 10_000,
  adjusted: false,
  complete: true,
};

const verdictOf = (changes: Partial<RunFacts>) => judge({ ...SOUND, ...changes });
const drifted = (throughput: number | null, latency: number | null, p99: number | null = null) => ({
  drift: { throughput, latency, p99, p99BeyondNoise: p99 !== null, beyondNoise: true },
});

describe("a run's verdict", () => {
  it("[V1]–[V12] is valid without reasons when nothing is wrong", () => {
    expect(judge(SOUND)).toEqual({ verdict: "valid", reasons: [] });
  });

  it.each([
    ["V1", { lateSends: 101, ...withError({ sending: errors(0.6) }) }],
    ["V6", withError({ receiving: errors(0.6) })],
    ["V8", withError({ waiting: errors(0.6) })],
  ])("[%s] states by how much each percentile may read high", (id, changes) => {
    const reason = verdictOf(changes).reasons.find((each) => each.id === id);
    expect(reason?.mayReadHighMs).toEqual(errors(0.6));
  });

  it.each<[string, Partial<RunFacts>, string]>([
    [
      "V1",
      { lateSends: 101, ...withError({ sending: errors(0.6) }) },
      "1.01 % of the sends were more than 1 ms behind schedule: p99 may read up to 0.6 ms high (12 % of 5 ms, limit 10 %). Lower the rate or stop other programs.",
    ],
    [
      "V2",
      { achievedRate: 979.5 },
      "980 requests/s were sent, 2.05 % below the planned 1,000/s, at most 2 % may be: the generator did not keep the schedule; lower the rate.",
    ],
    [
      "V2",
      { achievedRate: 1030 },
      "1,030 requests/s were sent, 3 % above the planned 1,000/s, at most 2 % may be: the generator did not keep the schedule; lower the rate.",
    ],
    [
      "V3",
      { unfinished: 1 },
      "1 of 10,000 requests (0.01 %) were not waited for, and the slowest are the likeliest among them: wait for all, or set a client timeout that counts them as failures.",
    ],
    [
      "V4",
      { generatorCpu: 0.81 },
      "The generator used 81 % of a core, at most 80 % may be: its own waiting is in the latencies; lower the load or send smaller inputs.",
    ],
    [
      "V5",
      { distinctInputs: 100, cacheEntries: 100 },
      "All 100 inputs fit in the response cache of 100 entries, so it is the cache that was measured: make more inputs, or choose the share of repeated ones.",
    ],
    [
      "V5",
      { hitShare: 0.42 },
      "42 % of the requests were answered by the response cache, and no repeats were chosen: make more inputs, or choose the share of repeated ones.",
    ],
    [
      "V5",
      { hitShare: 1, hitRateChosen: true, repeatShare: 0.2, samples: 10_000 },
      "100 % of the requests were answered by the response cache, and 20 % were to repeat an earlier one: the rest was cached before the run; choose another seed, or generate more inputs.",
    ],
    [
      "V6",
      withError({ receiving: { ...errors(0.5), p50: 0.3 } }),
      "The generator handled responses late: p50 may read up to 0.3 ms high (15 % of 2 ms, limit 10 %). Lower the load or stop other programs.",
    ],
    [
      "V7",
      { ...drifted(0, 3), loop: "open" },
      "From the first third of the run to the last median latency rose by 300 %, more than its windows scatter: lower the rate if it is more than the server can do, else warm up longer, or find what changed.",
    ],
    [
      "V7",
      { ...drifted(-0.12, 0.2), loop: "closed" },
      "From the first third of the run to the last throughput fell by 12 % and median latency rose by 20 %, more than its windows scatter: warm up longer, or find what changed.",
    ],
    [
      "V7",
      { ...drifted(0.06, 0.02, 0.4), loop: "closed" },
      "From the first third of the run to the last throughput rose by 6 %, median latency rose by 2 % and p99 rose by 40 %, more than its windows scatter: warm up longer, or find what changed.",
    ],
    [
      "V7",
      drifted(null, null),
      "From the first third of the run to the last its figures moved, more than its windows scatter: warm up longer, or find what changed.",
    ],
    [
      "V8",
      withError({ waiting: errors(1.1), otherCores: 0.62 }),
      "Other programs used 0.62 cores and kept this measurement waiting: p99 may read up to 1.1 ms high (22 % of 5 ms, limit 10 %). Stop other programs and measure again.",
    ],
    [
      "V8",
      { otherCpu: 0.33, ...withError({ waiting: null }) },
      "Other programs used 33 % of this machine (limit 20 %), so the server had to share it. Stop other programs and measure again.",
    ],
    [
      "V9",
      { samples: 0 },
      "No request succeeded in the measured span, so there is no latency: see the failures.",
    ],
    [
      "V12",
      { adjusted: true },
      "The load was changed by hand within the measured span, so that its figures are of no one load: measure each load as a step of its own.",
    ],
    [
      "V15",
      { replaced: true },
      "Within the measured span the server, or the model, restarted or was replaced: the figures mix both. Measure again when it is stable.",
    ],
  ])("[%s] is invalid with %j", (id, changes, text) => {
    const { verdict, reasons } = verdictOf(changes);
    expect(verdict).toBe("invalid");
    expect(reasons).toEqual([expect.objectContaining({ id, severity: "invalid", text })]);
  });

  it.each<[string, Partial<RunFacts>]>([
    ["V1", { lateSends: 5000, ...withError({ sending: errors(0.5) }) }],
    ["V1", { lateSends: 5000, possibleError: null }],
    ["V2", { achievedRate: 980 }],
    ["V2", { achievedRate: 1020 }],
    ["V2", { achievedRate: 500, loop: "closed" }],
    ["V2", { achievedRate: null }],
    ["V2", { offeredRate: null }],
    ["V4", { generatorCpu: 0.8 }],
    ["V5", { distinctInputs: 101, cacheEntries: 100 }],
    ["V5", { distinctInputs: 1, cacheEntries: 100, hitRateChosen: true }],
    ["V5", { distinctInputs: 1, cacheEntries: 0 }],
    ["V5", { hitShare: 0.01 }],
    ["V5", { hitShare: 0.5, hitRateChosen: true }],
    ["V5", { hitShare: 0.22, hitRateChosen: true, repeatShare: 0.2, samples: 10_000 }],
    ["V5", { hitShare: 0.25, hitRateChosen: true, repeatShare: 0.2, samples: 1000 }],
    ["V5", { hitShare: null, hitRateChosen: true, repeatShare: 0.2 }],
    ["V6", withError({ receiving: errors(0.5) })],
    [
      "V6",
      { ...withError({ receiving: errors(9) }), latency: { p50: 2, p90: 3, p95: 4, p99: null } },
    ],
    [
      "V7",
      {
        drift: {
          throughput: 0.5,
          latency: 0.5,
          p99: 2,
          p99BeyondNoise: false,
          beyondNoise: false,
        },
      },
    ],
    ["V7", { drift: null }],
    ["V8", { otherCpu: 0.5 }],
    ["V8", { otherCpu: 0.2, ...withError({ waiting: null }) }],
    ["V8", { otherCpu: null, ...withError({ waiting: null }) }],
    ["V8", { otherCpu: 0.5, possibleError: null }],
    ["V9", { samples: 459 }],
  ])("[%s] is valid with %j", (_id, changes) => {
    expect(verdictOf(changes)).toEqual({ verdict: "valid", reasons: [] });
  });

  it.each<[string, Partial<RunFacts>, string]>([
    [
      "V3",
      { unfinished: 100, complete: false },
      "100 of 10,000 requests (1 %) were not waited for when the run was stopped: the highest 1 % of the latencies may be missing.",
    ],
    [
      "V8",
      { otherCpu: 0.5, serverOnThisMachine: false, ...withError({ waiting: null }) },
      "Other programs used 50 % of this machine (limit 20 %). The server runs elsewhere; stop other programs if sends were late.",
    ],
    [
      "V9",
      { samples: 458 },
      "458 latencies do not support a p99, which takes 459: measure longer.",
    ],
    [
      "V10",
      { complete: false },
      "The run was stopped before the end of its plan, with 10,000 latencies. Results are limited to what these support.",
    ],
    [
      "V13",
      { repeatedPrompts: 9000 },
      "10,000 requests used 1,000 prompts, round robin: a prefix cache has those that were sent before; generate more, or choose the share of repeated ones.",
    ],
    [
      "V14",
      { caveat: "Reached through a port-forward." },
      "Reached through a port-forward. Don't rely on its latency: measure from close to the server.",
    ],
  ])("[%s] is valid with a note with %j", (id, changes, text) => {
    const { verdict, reasons } = verdictOf(changes);
    expect(verdict).toBe("valid");
    expect(reasons).toContainEqual(expect.objectContaining({ id, severity: "note", text }));
  });

  it("[V3] is invalid if more of a stopped run was not awaited", () => {
    expect(verdictOf({ unfinished: 101, complete: false }).verdict).toBe("invalid");
  });

  it("[V3] counts unsent requests among the requests", () => {
    const { reasons } = verdictOf({ sends: 5000, unfinished: 12_000 });
    expect(reasons[0]?.text).toContain("12,000 of 12,000 requests (100 %) were not waited for");
  });

  it("[V2] is valid with a saturated server, whose sends keep their schedule", () => {
    expect(verdictOf({ samples: 6000, achievedRate: 999 }).verdict).toBe("valid");
  });

  it("[V11] reports value and limit, invalidating reasons first", () => {
    const { reasons } = verdictOf({
      complete: false,
      lateSends: 500,
      samples: 10,
      ...withError({ sending: errors(1), waiting: errors(1) }),
    });
    expect(reasons.map(({ id }) => id)).toEqual(["V1", "V8", "V9", "V10"]);
    expect(reasons[0]).toMatchObject({ value: 0.2, limit: 0.1 });
  });

  it("[V11] is invalid exactly if a reason is, each in complete sentences", () => {
    const share = fc.double({ min: 0, max: 2, noNaN: true });
    const maybe = fc.option(share);
    const byPercentile = <T>(each: fc.Arbitrary<T>) =>
      fc.record({ p50: each, p90: each, p95: each, p99: each });
    const facts = fc.record<RunFacts>({
      loop: fc.constantFrom("closed", "open"),
      sends: fc.nat(),
      lateSends: fc.nat(),
      offeredRate: maybe,
      achievedRate: maybe,
      unfinished: fc.nat(3),
      generatorCpu: share,
      latency: byPercentile(maybe),
      possibleError: fc.option(
        fc.record({
          sending: fc.option(byPercentile(share)),
          receiving: byPercentile(share),
          waiting: fc.option(byPercentile(share)),
          otherCores: maybe,
        }),
      ),
      distinctInputs: fc.nat(),
      repeatedPrompts: fc.option(fc.nat()),
      caveat: fc.option(fc.constant("Reached through a port-forward.")),
      replaced: fc.boolean(),
      cacheEntries: fc.option(fc.nat()),
      hitRateChosen: fc.boolean(),
      repeatShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      hitShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      drift: fc.option(
        fc.record({
          throughput: maybe,
          latency: maybe,
          p99: maybe,
          p99BeyondNoise: fc.boolean(),
          beyondNoise: fc.boolean(),
        }),
      ),
      otherCpu: maybe,
      serverOnThisMachine: fc.boolean(),
      samples: fc.nat(1000),
      adjusted: fc.boolean(),
      complete: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, (some) => {
        const { verdict, reasons } = judge(some);
        const found = reasons.some(({ severity }) => severity === "invalid");
        expect(verdict).toBe(found ? "invalid" : "valid");
        expect(new Set(reasons.map(({ id }) => id)).size).toBe(reasons.length);
        for (const { text } of reasons) {
          expect(text).toMatch(/^[A-Z0-9].*[^.]\.$/u);
          expect(text).not.toMatch(/NaN|null|undefined|Infinity/);
        }
      }),
    );
  });
});
