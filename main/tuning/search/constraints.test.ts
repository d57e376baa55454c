import { describe, expect, it } from "vitest";
import type { ModelStatistics } from "../../../engine/types.ts";
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

/** A report like Triton's for a model on a CPU: bytes of all its instances together. */
const withMemory = (mib: number) => [
  { ...statistics("m", 10), memory_usage: [{ type: "CPU", id: 0, byte_size: mib * MIB }] },
];

describe("memory", () => {
  it("[SEARCH-16] comes from the server, else from files, else is unknown", () => {
    const from = (reported: ModelStatistics[], fileBytes: number | null, isBatchdeck = false) =>
      instanceMemoryFrom({ statistics: reported, instances: 3, fileBytes, isBatchdeck });
    expect(from(withMemory(60), 5 * MIB)).toEqual({ bytes: 20 * MIB, basis: "server" });
    expect(from([statistics("m", 1)], 5 * MIB)).toEqual({ bytes: 5 * MIB, basis: "files" });
    expect(from([], null)).toBeNull();
    expect(from([], 0)).toBeNull();
    expect(from(withMemory(60), 5 * MIB, true)).toEqual({ bytes: 20 * MIB, basis: "resident" });
    // Memory that was free before the load doesn't show up.
    expect(from(withMemory(6), 5 * MIB, true)).toEqual({ bytes: 5 * MIB, basis: "files" });
  });

  it("[SEARCH-16] also checks the prediction if the report is derived", () => {
    const constraints: SearchConstraints = {
      memory: { limitBytes: 50 * MIB, instance: { bytes: 30 * MIB, basis: "resident" } },
      objectives: [],
    };
    const { violation } = checkConstraints(constraints, {
      settings: SETTINGS,
      statistics: withMemory(10),
      others: null,
    });
    expect(violation?.text).toContain("2 × 30 MiB");
  });

  it("[SEARCH-16] excludes configurations predicted to exceed the limit, except the active one", () => {
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

  it("[SEARCH-16] uses the server's report after a measurement", () => {
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

  it("[SEARCH-17] are missed if latencies show it", () => {
    const quick = Array.from({ length: 500 }, () => 4000);
    const slow = Array.from({ length: 40 }, () => 30_000);
    expect(check(OBJECTIVE, slow, quick)).toBeNull();
    expect(check(OBJECTIVE, quick, [...quick, ...slow])).toEqual({
      kind: "objective",
      text: "Model 'b' missed its objective of p99 ≤ 10 ms meanwhile: 40 of 540 requests were slower.",
    });
  });

  it("[SEARCH-17] are not missed by one slow request or without traffic", () => {
    expect(check(OBJECTIVE, [], [30_000, 4000, 4000])).toBeNull();
    expect(check(OBJECTIVE, [30_000], [])).toBeNull();
  });

  it("[SEARCH-17] are checked by the mean if a server has only counters", () => {
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
