import { describe, expect, it } from "vitest";
import type { ModelStatistics } from "../../engine/types.ts";
import { detail, statistics } from "../lab/testing/fake-server.ts";
import { predictionBasis } from "./basis.ts";

/** 100 requests of two items each, in batches of four that took 3 ms. */
function counted(more: Partial<ModelStatistics["inference_stats"]> = {}): ModelStatistics[] {
  const part = { count: 50, ns: 50 * 1e6 };
  const known = statistics(100);
  return [
    statistics(100, {
      inference_count: 200,
      inference_stats: { ...known.inference_stats, ...more },
      batch_stats: [
        { batch_size: 4, compute_input: part, compute_infer: part, compute_output: part },
      ],
    }),
  ];
}

const calibrated = (...[given, stats = counted()]: [object?, ModelStatistics[]?]) => {
  const basis = predictionBasis(detail({ config: { max_batch_size: 8, ...given } }), stats);
  if (basis.state !== "calibrated") throw new Error(basis.reason);
  return basis;
};

describe("[WHATIF-15] [SIM-17] instances of Python models", () => {
  const config = { backend: "python", max_batch_size: 8, instance_group: [{ count: 2 }] };
  const basisWith = (cores: number | null, more: object = {}) => {
    const basis = predictionBasis(
      detail({ config: { ...config, ...more } }),
      counted(),
      undefined,
      cores,
    );
    if (basis.state !== "calibrated") throw new Error(basis.reason);
    return basis;
  };

  it("are processes that share the machine's cores", () => {
    const { cost, processes, assumed } = basisWith(4);
    expect(cost).toMatchObject({ slowdown: 0, cores: 4 });
    expect(processes).toEqual({ inputNs: 1e6, executeNs: 1e6, outputNs: 1e6 });
    expect(assumed.join()).toContain("only where more than 4 are busy");
  });

  it("are taken to have a core each where the machine's aren't known", () => {
    const { cost, assumed } = basisWith(null);
    expect(cost.cores).toBeUndefined();
    expect(assumed.join()).toContain("has a core of its own");
  });

  it("are no others", () => {
    const { cost, processes } = basisWith(4, { backend: "onnxruntime" });
    expect([cost.cores, processes]).toEqual([undefined, undefined]);
  });
});

describe("[WHATIF-1] the basis of predictions", () => {
  it("has batch times and items per request", () => {
    const { cost, itemsPerRequest, executions, settings } = calibrated();
    expect(cost.times).toEqual([{ size: 4, ns: 3e6 }]);
    expect([itemsPerRequest, executions]).toEqual([2, 50]);
    expect(settings).toEqual({ maxBatchSize: 8, batching: null, instances: 1 });
  });

  it("has the active settings", () => {
    const { settings } = calibrated({
      dynamic_batching: {
        preferred_batch_size: [4, 8],
        max_queue_delay_microseconds: 500,
        default_queue_policy: { max_queue_size: 32, default_timeout_microseconds: "20000" },
      },
      instance_group: [{ count: 2 }, { count: 1 }],
    });
    expect(settings).toEqual({
      maxBatchSize: 8,
      instances: 3,
      batching: {
        preferred: [4, 8],
        delayUs: 500,
        queueSize: 32,
        timeoutUs: 20_000,
        timeoutAction: "REJECT",
      },
    });
  });

  it("takes the limits of the default priority level, and says so", () => {
    const { settings, assumed } = calibrated({
      dynamic_batching: {
        priority_levels: 2,
        default_priority_level: 2,
        priority_queue_policy: { 2: { timeout_action: "DELAY", max_queue_size: 5 } },
      },
    });
    expect(settings.batching).toMatchObject({ queueSize: 5, timeoutAction: "DELAY" });
    expect(assumed).toContain("all requests have the default priority level");
  });

  it("counts the instances of one version where several serve", () => {
    const instance = { name: "i", kind: "KIND_CPU", provider: null, deviceId: null, busy: null };
    const instances = ["1", "1", "2", "2"].map((version) => ({ ...instance, version }));
    const basis = predictionBasis(detail({ instances }), counted());
    expect(basis).toMatchObject({ settings: { instances: 2 } });
  });

  it("has the cache hit rate while the cache is on", () => {
    const stats = counted({ cache_hit: { count: 25, ns: 25e3 }, cache_miss: { count: 75, ns: 0 } });
    const on = { response_cache: { enable: true } };
    expect(calibrated(on, stats).cacheHitRate).toBe(0.25);
    expect(calibrated(on, stats).cost.cacheHitNs).toBe(1000);
    expect(calibrated({}, stats).cacheHitRate).toBe(0);
  });

  it("says why there is no prediction without executions", () => {
    expect(predictionBasis(detail(), [])).toEqual({
      state: "uncalibrated",
      reason: expect.stringContaining("n = 0, needs 20"),
    });
  });
});

it("[WHATIF-7] learns sizes and the slowdown between instances from logged executions", () => {
  const samples = [
    { size: 4, busy: 2, count: 100, ns: 4.5e6 },
    { size: 8, busy: 1, count: 100, ns: 5e6 },
  ];
  const seen = { samples, instances: [2], variation: null };
  const basis = predictionBasis(detail({ config: { max_batch_size: 8 } }), counted(), seen);
  if (basis.state !== "calibrated") throw new Error(basis.reason);
  expect(basis.cost.times).toEqual([
    { size: 4, ns: 3e6 },
    { size: 8, ns: 5e6 },
  ]);
  expect(basis.cost.slowdown).toBeCloseTo(0.5);
  expect(basis.measuredInstances).toEqual([1, 2]);
});

it.each([
  ["an ensemble", { ensemble_scheduling: { step: [] } }, "is an ensemble"],
  ["sequences", { sequence_batching: {} }, "batches sequences"],
  ["a decoupled model", { model_transaction_policy: { decoupled: true } }, "is decoupled"],
])("[WHATIF-2] rejects %s", (_, config, reason) => {
  expect(() => calibrated(config)).toThrow(reason);
});

it("[WHATIF-2] rejects a model without a configuration", () => {
  expect(() => predictionBasis(detail({ config: null }), counted())).toThrow(
    "has no configuration",
  );
});
