// The cache as an engine's clients see it, on the real identity backend.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { executeDelay } from "../testing/repository.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { Engine, InferRequest, ModelStatistics } from "../types.ts";
import recorded from "./fixtures/recorded-cache.json" with { type: "json" };

const CACHED = "max_batch_size: 8 dynamic_batching { } response_cache { enable: true }";

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await EngineFixture.create({ cacheBytes: 1 << 20 });
});
afterEach(() => fixture[Symbol.asyncDispose]());

const request = (shape: number[], values: number[], extra: Partial<InferRequest> = {}) =>
  inferRequest({ modelName: "id_cached", inputs: [floats("INPUT0", shape, values)], ...extra });

function counts(engine: Engine) {
  const [statistics] = engine.modelStatistics("id_cached", "") as [ModelStatistics];
  const { inference_stats, inference_count, execution_count } = statistics;
  const durations = Object.entries(inference_stats).map(([name, { count }]) => [name, count]);
  return { inference_count, execution_count, ...Object.fromEntries(durations) };
}

describe("as recorded from Triton 2.64.0", () => {
  it("[CACHE-1][CACHE-12][STATS-5][STATS-6] answers and counts like Triton, except for other shapes of the same bytes", async () => {
    await fixture.repository.identity("id_cached", CACHED);
    const engine = await fixture.start();
    // A request from before the recording.
    await engine.infer(request([1, 2], [0, 1]));
    expect(counts(engine)).toEqual(recorded.counts.before);

    for (const { name, inputs, response } of recorded.exchanges) {
      const [input] = inputs;
      const answer = await engine.infer(request(input?.shape ?? [], input?.data ?? []));
      const [output] = response.outputs;
      expect(readFloats(answer.outputs[0])).toEqual(output?.data);
      const otherShape = name === "same bytes, other shape";
      // Triton answers a request of shape [2, 2] with [1, 4].
      expect(answer.outputs[0]?.shape).toEqual(otherShape ? [2, 2] : output?.shape);
      const executed = Object.keys(answer.parameters).length > 0;
      expect(executed).toBe("parameters" in response || otherShape);
    }
    // The recording's fifth request was a hit.
    await engine.infer(request([1, 4], [9, 9, 9, 9]));
    const more = { inference_count: 2, execution_count: 1, compute: 1 };
    const five = recorded.counts["after five"];
    expect(counts(engine)).toEqual({
      ...five,
      inference_count: five.inference_count + more.inference_count,
      execution_count: five.execution_count + more.execution_count,
      compute_input: five.compute_input + more.compute,
      compute_infer: five.compute_infer + more.compute,
      compute_output: five.compute_output + more.compute,
      cache_hit: five.cache_hit - 1,
      cache_miss: five.cache_miss + 1,
    });

    const large = Array.from({ length: 300_000 }, (_, i) => i);
    await engine.infer(request([1, large.length], large));
    const { cache } = engine.telemetry();
    expect(cache).toMatchObject({ entries: 4, evictions: 0, lookups: 7, hits: 2, misses: 5 });
  });
});

describe("equal requests at once", () => {
  it("[CACHE-4] are executed once, and every counter adds up", async () => {
    await fixture.repository.identity("id_cached", `${CACHED} ${executeDelay(40)}`);
    const engine = await fixture.start();
    const client = { address: "10.0.0.7", userAgent: "bench/1" };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => engine.infer(request([1, 1], [i % 2], { client }))),
    );
    expect(answers.map(({ outputs }) => readFloats(outputs[0])[0])).toEqual(
      answers.map((_, i) => i % 2),
    );
    expect(counts(engine)).toMatchObject({
      inference_count: 2,
      success: 50,
      queue: 50,
      compute_infer: 2,
      cache_hit: 48,
      cache_miss: 2,
      fail: 0,
    });
    const { models, cache } = engine.telemetry();
    expect(models[0]).toMatchObject({
      cacheLedger: { lookups: 50, hits: 48, misses: 2 },
      cacheClients: [{ ...client, lookups: 50, hits: 48 }],
    });
    // Two items in one batch of 40 ms or in one each: a hit saves at least half of a batch.
    expect(models[0]?.cacheLedger.savedNs).toBeGreaterThan(48 * 19e6);
    expect(cache).toMatchObject({ lookups: 50, hits: 48, misses: 2, entries: 2 });
  });

  it("[CACHE-5] closing waits for followers and still answers them", async () => {
    await fixture.repository.identity("id_cached", `${CACHED} ${executeDelay(40)}`);
    const engine = await fixture.start();
    const leader = new AbortController();
    const answers = Promise.allSettled([
      engine.infer(request([1, 1], [1], { signal: leader.signal })),
      engine.infer(request([1, 1], [1])),
      engine.infer(request([1, 1], [1])),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = engine.close();
    leader.abort();
    expect((await answers).map(({ status }) => status)).toEqual([
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    await closed;
  });
});

describe("a reload", () => {
  it("[CACHE-9] frees the entries of the previous load", async () => {
    await fixture.repository.identity("id_cached", CACHED);
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["*"] });
    await engine.infer(request([1, 1], [1]));
    expect(engine.telemetry().cache?.entries).toBe(1);
    await fixture.repository.identity("id_cached", `${CACHED} ${executeDelay(1)}`);
    await engine.loadModel("id_cached", {});
    await expect.poll(() => engine.telemetry().cache).toMatchObject({ entries: 0, usedBytes: 0 });
    const again = await engine.infer(request([1, 1], [1]));
    expect(Object.keys(again.parameters)).toHaveLength(4);
  });
});
