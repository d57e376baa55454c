import { describe, expect, it } from "vitest";
import { VersionStatistics } from "./version-statistics.ts";

const stamps = (start: number, input: number, infer: number, output: number) => ({
  computeStart: start,
  inferStart: start + input,
  inferEnd: start + input + infer,
  computeEnd: start + input + infer + output,
});

describe("statistics with Triton's arithmetic", () => {
  it("[STATS-1][STATS-2] adds a batch's compute times to each of its requests, and once to its batch size", () => {
    // As recorded: 1,1,1 with preferred size 2 executes a batch of 2, then one of 1.
    const statistics = new VersionStatistics();
    const two = stamps(100, 5, 200, 1);
    statistics.recordExecution(2, two, 1000);
    statistics.recordSuccess(306, 100, two);
    statistics.recordSuccess(296, 90, two);
    const one = stamps(900, 3, 200, 1);
    statistics.recordExecution(1, one, 2000);
    statistics.recordSuccess(704, 500, one);
    expect(statistics.snapshot("m", "1")).toEqual({
      name: "m",
      version: "1",
      last_inference: 2000,
      inference_count: 3,
      execution_count: 2,
      inference_stats: {
        success: { count: 3, ns: 306 + 296 + 704 },
        fail: { count: 0, ns: 0 },
        queue: { count: 3, ns: 690 },
        compute_input: { count: 3, ns: 13 },
        compute_infer: { count: 3, ns: 600 },
        compute_output: { count: 3, ns: 3 },
        cache_hit: { count: 0, ns: 0 },
        cache_miss: { count: 0, ns: 0 },
      },
      batch_stats: [
        {
          batch_size: 1,
          compute_input: { count: 1, ns: 3 },
          compute_infer: { count: 1, ns: 200 },
          compute_output: { count: 1, ns: 1 },
        },
        {
          batch_size: 2,
          compute_input: { count: 1, ns: 5 },
          compute_infer: { count: 1, ns: 200 },
          compute_output: { count: 1, ns: 1 },
        },
      ],
      memory_usage: [],
      response_stats: {},
    });
  });

  it("[STATS-3] counts a model that does not batch as one inference of batch size 0", () => {
    const statistics = new VersionStatistics();
    statistics.recordExecution(0, stamps(0, 1, 1, 1), 1);
    const { inference_count, batch_stats } = statistics.snapshot("m", "1");
    expect(inference_count).toBe(1);
    expect(batch_stats.map(({ batch_size }) => batch_size)).toEqual([0]);
  });

  it("[STATS-4] counts a failure only by its reason and in fail", () => {
    const statistics = new VersionStatistics();
    statistics.recordFailure("REJECTED", 200, { parameters: {} });
    const { inference_stats, inference_count } = statistics.snapshot("m", "1");
    expect(statistics.failures).toEqual({ REJECTED: 1, CANCELED: 0, BACKEND: 0, OTHER: 0 });
    expect(inference_stats.fail).toEqual({ count: 1, ns: 200 });
    expect(inference_stats.queue.count).toBe(0);
    expect(inference_count).toBe(0);
  });

  it("[STATS-11] counts a failed size probe separately from the model's failures", () => {
    const statistics = new VersionStatistics();
    statistics.recordFailure("BACKEND", 200, { parameters: { batchdeck_size_probe: true } });
    statistics.recordFailure("BACKEND", 200, { parameters: { batchdeck_size_probe: "true" } });
    expect(statistics.failures.BACKEND).toBe(1);
    expect(statistics.snapshot("m", "1").inference_stats.fail).toEqual({ count: 1, ns: 200 });
    expect(statistics.failedSizeProbes).toBe(1);
  });

  it("[STATS-5] a cache hit is a success with queue time, without inference, execution or compute", () => {
    const statistics = new VersionStatistics();
    statistics.recordCacheHit(50, 5, 30);
    const snapshot = statistics.snapshot("m", "1");
    expect(snapshot).toMatchObject({ inference_count: 0, execution_count: 0, last_inference: 0 });
    expect(snapshot.inference_stats).toMatchObject({
      success: { count: 1, ns: 50 },
      queue: { count: 1, ns: 5 },
      cache_hit: { count: 1, ns: 30 },
      compute_infer: { count: 0, ns: 0 },
    });
  });

  it("[STATS-6] a cache miss costs lookup and insertion; inserting lengthens the request", () => {
    const statistics = new VersionStatistics();
    statistics.recordSuccess(100, 0, stamps(0, 0, 0, 0));
    statistics.recordCacheMiss(5, 7);
    expect(statistics.snapshot("m", "1").inference_stats).toMatchObject({
      cache_miss: { count: 1, ns: 12 },
      success: { count: 1, ns: 107 },
    });
  });

  it("[STATS-7] keeps whole-request latencies of successes in a histogram", () => {
    const statistics = new VersionStatistics();
    statistics.recordSuccess(50_000, 0, stamps(0, 0, 0, 0));
    statistics.recordCacheHit(20_000, 0, 0);
    statistics.recordFailure("OTHER", 90_000, { parameters: {} });
    expect(statistics.latency.counts()).toEqual({ indices: [20, 50], counts: [1, 1] });
  });

  it("[STATS-9] counts responses of decoupled models by number, separately from requests", () => {
    const statistics = new VersionStatistics();
    statistics.responses.record(0, "success", 100, 5);
    statistics.responses.record(1, "success", 50, 5);
    statistics.responses.record(2, "empty_response", 9, 0);
    statistics.responses.record(0, "success", 100, 5);
    statistics.responses.record(1, "fail", 30, 0);
    statistics.responses.record(2, "cancel", 20, 0);
    const none = { count: 0, ns: 0 };
    expect(statistics.snapshot("m", "1")).toMatchObject({
      inference_count: 0,
      response_stats: {
        0: {
          compute_infer: { count: 2, ns: 200 },
          compute_output: { count: 2, ns: 10 },
          success: { count: 2, ns: 210 },
          fail: none,
        },
        1: {
          compute_infer: { count: 2, ns: 80 },
          success: { count: 1, ns: 55 },
          fail: { count: 1, ns: 30 },
          empty_response: none,
        },
        2: {
          compute_infer: { count: 1, ns: 9 },
          compute_output: none,
          empty_response: { count: 1, ns: 9 },
          cancel: { count: 1, ns: 20 },
        },
      },
    });
  });

  it("[STATS-9] an endless request doesn't grow the statistics without limit", () => {
    const statistics = new VersionStatistics();
    for (let i = 0; i < 5000; i++) statistics.responses.record(i, "success", 1, 0);
    const { response_stats } = statistics.snapshot("m", "1");
    expect(Object.keys(response_stats)).toHaveLength(1001);
    expect(response_stats["1000"]?.success.count).toBe(4000);
  });
});
