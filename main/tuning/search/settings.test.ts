import { describe, expect, it } from "vitest";
import { configFromJson, normalizeConfig } from "../../../engine/config/index.ts";
import {
  batchingSettings,
  configWith,
  grid,
  processCores,
  type Ranges,
  samePoint,
  type Settings,
  toSearchSettings,
  usualRanges,
} from "./settings.ts";

const RANGES: Ranges = { maxBatchSize: 16, maxInstances: 2, maxDelayUs: 500, clients: null };
const tried = (more: Partial<Ranges> = {}) =>
  grid({ ...RANGES, ...more }).map(({ settings }) => settings);
const config = (json: object) => normalizeConfig(configFromJson(json), { modelName: "m" });
const BASELINE: Settings = { maxBatchSize: 1, delayUs: 0, instances: 1 };

describe("the grid", () => {
  it("SEARCH-13: has no duplicate points, and doesn't vary threads, preferred sizes and the cache by default", () => {
    const points = grid({ ...RANGES, clients: [1, 8], baseline: BASELINE });
    for (const [i, point] of points.entries()) {
      expect(points.findIndex((each) => samePoint(each, point))).toBe(i);
    }
    for (const { settings } of points) {
      expect(Object.keys(settings).toSorted()).toEqual(["delayUs", "instances", "maxBatchSize"]);
    }
  });

  it("SEARCH-13: prefers sizes from a quarter of the limit on, if there is a delay", () => {
    const preferring = tried({ preferredSizes: true }).filter(({ preferred }) => preferred);
    expect(preferring.filter(({ delayUs }) => delayUs === 0)).toEqual([]);
    expect(preferring.find(({ maxBatchSize }) => maxBatchSize === 16)?.preferred).toEqual([
      4, 8, 16,
    ]);
    expect(preferring.every(({ maxBatchSize }) => maxBatchSize >= 8)).toBe(true);
  });

  it.each([
    ["share", 1, [1, 2]],
    ["share", 2, [1]],
    ["all", 1, [1, 2]],
    ["all", 2, [1, 2]],
  ] as const)(
    "SEARCH-13: tries fewer threads than the default (%s of four cores, instances: %i)",
    (usual, instances, expected) => {
      const threads = tried({ threads: { cores: 4, usual } })
        .filter((each) => each.instances === instances && each.threads !== undefined)
        .map((each) => each.threads);
      expect([...new Set(threads)]).toEqual(expected);
    },
  );

  it("SEARCH-13: tries queue limits at a rate, if requested", () => {
    const ranges = { maxBatchSize: 4, maxInstances: 1, maxDelayUs: 0, queueSizes: true };
    const limits = (more: { clients: number[] | null; itemsPerRequest?: number }) => [
      ...new Set(grid({ ...ranges, ...more }).map(({ settings }) => settings.queueSize)),
    ];
    expect(limits({ clients: null })).toEqual([undefined, 2, 4, 8, 16]);
    expect(limits({ clients: null, itemsPerRequest: 2 })).toEqual([undefined, 2, 4, 8]);
    expect(limits({ clients: [1] })).toEqual([undefined]);
    const limited = { maxBatchSize: 4, delayUs: 0, instances: 1, queueSize: 8 };
    expect(batchingSettings(limited, 1).batching?.queueSize).toBe(8);
    expect(
      configWith(
        { dynamic_batching: { default_queue_policy: { timeout_action: "DELAY" } } },
        limited,
      ),
    ).toMatchObject({
      dynamic_batching: { default_queue_policy: { timeout_action: "DELAY", max_queue_size: 8 } },
    });
  });

  it("SEARCH-13: tries the cache if requests are stated to repeat", () => {
    expect(tried({ cache: true }).some(({ cache }) => cache)).toBe(false);
    const both = tried({ cache: true, repeatShare: 0.3 });
    expect(both.filter(({ cache }) => cache)).toHaveLength(both.length / 2);
  });
});

const goal = { kind: "throughput", p99Ms: null } as const;
const ranges = (json: object) =>
  usualRanges(config(json), BASELINE, { goal, cores: 4, usualThreads: "share" });

it("SEARCH-13: offers threads for ONNX models on CPUs without configured ones, and the cache if it is off", () => {
  const onnx = { backend: "onnxruntime", max_batch_size: 8 };
  expect(ranges(onnx)).toMatchObject({ threads: { cores: 4, usual: "share" }, cache: true });
  const configured = { parameters: { intra_op_thread_count: { string_value: "2" } } };
  expect(ranges({ ...onnx, ...configured }).threads).toBeUndefined();
  expect(ranges({ ...onnx, backend: "python" }).threads).toBeUndefined();
  const onGpu = { instance_group: [{ kind: "KIND_GPU", count: 1 }] };
  expect(ranges({ ...onnx, ...onGpu }).threads).toBeUndefined();
  expect(ranges({ ...onnx, response_cache: { enable: true } }).cache).toBe(false);
  const decoupled = { model_transaction_policy: { decoupled: true } };
  expect(ranges({ ...onnx, ...decoupled }).cache).toBe(false);
});

it("SEARCH-14: writes every knob into a configuration, and keeps the rest", () => {
  const before = {
    name: "m",
    max_batch_size: 8,
    dynamic_batching: { preserve_ordering: true, preferred_batch_size: [8] },
    parameters: { other: { string_value: "x" } },
    unknown_field: [1],
  };
  const after = configWith(before, {
    maxBatchSize: 16,
    delayUs: 500,
    instances: 2,
    preferred: [4, 8, 16],
    threads: 1,
    cache: true,
  });
  expect(after).toMatchObject({
    max_batch_size: 16,
    dynamic_batching: {
      preserve_ordering: true,
      preferred_batch_size: [4, 8, 16],
      max_queue_delay_microseconds: 500,
    },
    instance_group: [{ count: 2 }],
    parameters: {
      other: { string_value: "x" },
      intra_op_thread_count: { string_value: "1" },
    },
    response_cache: { enable: true },
    unknown_field: [1],
  });
  const plain = configWith(before, { maxBatchSize: 16, delayUs: 0, instances: 1 });
  expect(plain).toMatchObject({
    dynamic_batching: { preferred_batch_size: [] },
    parameters: before.parameters,
  });
  expect(plain).not.toHaveProperty("response_cache");
});

it("SEARCH-14: reads preferred sizes as part of the active settings", () => {
  const json = { max_batch_size: 8, dynamic_batching: { preferred_batch_size: [4, 8] } };
  expect(toSearchSettings(config(json))).toEqual({
    maxBatchSize: 8,
    delayUs: 0,
    instances: 1,
    preferred: [4, 8],
  });
});

it("[SEARCH-24] shares the cores between instances of Python models", () => {
  const python = config({ backend: "python" });
  expect(processCores(python, 4)).toBe(4);
  expect(processCores(python, null)).toBeUndefined();
  expect(processCores(config({ backend: "onnxruntime" }), 4)).toBeUndefined();
});
