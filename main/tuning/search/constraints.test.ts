import { describe, expect, it } from "vitest";
import type { SearchConstraints } from "../../contract/index.ts";
import { snapshot, statistics, telemetry } from "../../telemetry/testing/answers.ts";
import { checkConstraints, instanceMemoryFrom, withinMemory } from "./constraints.ts";
import { otherModels } from "./other-models.ts";
import { grid } from "./settings.ts";

const MIB = 2 ** 20;
const SETTINGS = { maxBatchSize: 8, delayUs: 0, instances: 2 };
const OBJECTIVE: SearchConstraints = { memory: null, objectives: [{ model: "b", p99Ms: 10 }] };

const limit = (mib: number): SearchConstraints => ({
  memory: { limitBytes: mib * MIB, instance: { bytes: 20 * MIB, basis: "files" } },
  objectives: [],
});

/** As Triton reports a model on a CPU: bytes of all its instances together. */
const withMemory = (mib: number) => [
  { ...statistics("m", 10), memory_usage: [{ type: "CPU", id: 0, byte_size: mib * MIB }] },
];

describe("memory", () => {
  it("[SEARCH-16] is known from the server, else from files, else not", () => {
    expect(instanceMemoryFrom(withMemory(60), 3, 5 * MIB)).toEqual({
      bytes: 20 * MIB,
      basis: "server",
    });
    expect(instanceMemoryFrom([statistics("m", 1)], 3, 5 * MIB)).toEqual({
      bytes: 5 * MIB,
      basis: "files",
    });
    expect(instanceMemoryFrom([], 3, null)).toBeNull();
    expect(instanceMemoryFrom([], 3, 0)).toBeNull();
  });

  it("[SEARCH-16] leaves out what is predicted to exceed the limit, but not the active one", () => {
    const points = grid({ maxBatchSize: 2, maxInstances: 4, maxDelayUs: 0, clients: [1, 8] });
    const active = { maxBatchSize: 2, delayUs: 0, instances: 4 };
    const { points: kept, excluded } = withinMemory(points, active, limit(50));
    expect(kept.filter(({ settings }) => settings.instances === 4)).toHaveLength(2);
    expect(
      kept.every(({ settings }) => settings.instances <= 2 || settings.maxBatchSize === 2),
    ).toBe(true);
    expect(excluded).toEqual([
      { configurations: 1, reason: "4 × 20 MiB (the size of its files) is 80 MiB, limit 50 MiB." },
    ]);
  });

  it("[SEARCH-16] goes by what the server reports after a measurement", () => {
    const check = (mib: number | null) =>
      checkConstraints(limit(50), {
        settings: SETTINGS,
        statistics: mib === null ? [statistics("m", 1)] : withMemory(mib),
        others: null,
      });
    expect(check(49)).toEqual({ memoryBytes: 49 * MIB, violation: null });
    expect(check(61).violation?.text).toBe(
      "The server reports 61 MiB for the model, limit 50 MiB.",
    );
    expect(check(null)).toEqual({ memoryBytes: null, violation: null });
  });
});

describe("objectives of other models", () => {
  const check = (
    constraints: SearchConstraints,
    before: readonly number[],
    after: readonly number[],
  ) => {
    const read = (latencies: readonly number[]) =>
      otherModels([statistics("b", latencies.length)], snapshot([telemetry("b", latencies)]));
    const others = { before: read(before), after: read([...before, ...after]) };
    return checkConstraints(constraints, { settings: SETTINGS, statistics: [], others }).violation;
  };

  it("[SEARCH-17] are missed where latencies show it", () => {
    const quick = Array.from({ length: 500 }, () => 4000);
    const slow = Array.from({ length: 40 }, () => 30_000);
    expect(check(OBJECTIVE, slow, quick)).toBeNull();
    expect(check(OBJECTIVE, quick, [...quick, ...slow])).toEqual({
      kind: "objective",
      text: "Model 'b' missed its objective of p99 ≤ 10 ms meanwhile: 40 of 540 requests were slower.",
    });
  });

  it("[SEARCH-17] are not missed by one slow request, nor without traffic", () => {
    expect(check(OBJECTIVE, [], [30_000, 4000, 4000])).toBeNull();
    expect(check(OBJECTIVE, [30_000], [])).toBeNull();
  });

  it("[SEARCH-17] are checked by the mean where a server has only counters", () => {
    const read = (requests: number, computeNs: number) =>
      otherModels([statistics("b", requests, { queueNs: 0, computeNs })], null);
    const violation = (ms: number) =>
      checkConstraints(OBJECTIVE, {
        settings: SETTINGS,
        statistics: [],
        others: { before: read(0, 0), after: read(50, ms * 1e6) },
      }).violation;
    expect(violation(9)).toBeNull();
    expect(violation(12)?.text).toContain("even the mean of 50 requests was 12.0 ms");
  });
});
