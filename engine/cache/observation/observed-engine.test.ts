// Observations of a running engine, compared with the same traffic with an enabled cache.
import { afterEach, beforeEach, expect, test } from "vitest";
import { cacheKeyMaker } from "../cache-key.ts";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { executeDelay } from "../../testing/repository.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import type { CacheObservation, Client, Engine, InferRequest } from "../../types.ts";
import { requestHash } from "./request-hash.ts";
import { hitRateAt, zipf } from "./testing/traces.ts";

const BATCHED = "max_batch_size: 8 dynamic_batching { }";

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await EngineFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const request = (key: number, extra: Partial<InferRequest> = {}) =>
  inferRequest({
    modelName: "id",
    // Sizes differ by key, since the cache limits bytes, not entries.
    inputs: [floats("INPUT0", [1, 8 + (key % 5) * 16], Array(8 + (key % 5) * 16).fill(key))],
    ...extra,
  });

/** Eight clients, each waits for its response. */
async function send(engine: Engine, trace: readonly number[]): Promise<void> {
  const left = trace.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const key of left) await engine.infer(request(key));
    }),
  );
}

const observed = (engine: Engine): CacheObservation => {
  const observation = engine.cacheObservation("id");
  if (!observation) throw new Error("not observed");
  return observation;
};

test("[CACHE-O1] [CACHE-O2] predicts the cache's hit rate at three sizes within 2 points", async () => {
  const trace = zipf({ requests: 6000, keys: 1500, exponent: 0.8, seed: 11 });
  await fixture.repository.identity("id", BATCHED);
  const engine = await fixture.start();
  await engine.observeCache("id", 3600);
  await send(engine, trace);
  const { requests, curve, distinct, distinctBytes } = observed(engine);
  expect({ requests, distinct }).toEqual({ requests: 6000, distinct: new Set(trace).size });

  await fixture.repository.identity("id", `${BATCHED} response_cache { enable: true }`);
  const used: number[] = [];
  for (const share of [0.1, 0.4, 1]) {
    const cacheBytes = Math.ceil(distinctBytes * share);
    const cached = await fixture.start({ cacheBytes });
    await send(cached, trace);
    const { hits = 0, lookups = 0, usedBytes = 0 } = cached.telemetry().cache ?? {};
    used.push(usedBytes);
    expect(lookups).toBe(6000);
    const predicted = hitRateAt(curve, cacheBytes);
    expect(Math.abs(predicted - hits / lookups), `${cacheBytes} bytes`).toBeLessThan(0.02);
  }
  expect(used.at(-1)).toBe(distinctBytes);
});

test("[CACHE-O1] concurrent equal requests count as hits, since a cache executes only one", async () => {
  await fixture.repository.identity("id", `${BATCHED} ${executeDelay(20)}`);
  const engine = await fixture.start();
  await engine.observeCache("id", 3600);
  await Promise.all(Array.from({ length: 10 }, (_, at) => engine.infer(request(at % 2))));
  expect(observed(engine).curve.at(-1)?.hitRate).toBeCloseTo(0.8);
});

test("[CACHE-O1] requests for other outputs differ, and so do those after a reload", async () => {
  await fixture.repository.identity("id", BATCHED);
  const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["id"] });
  await engine.observeCache("id", 3600);
  const outputs = [{ name: "OUTPUT0", classification: 1 }];
  await engine.infer(request(1));
  await engine.infer(request(1, { outputs }));
  expect(observed(engine)).toMatchObject({ distinct: 2, curve: [] });
  await engine.unloadModel("id", false);
  await engine.loadModel("id", {});
  await engine.infer(request(1));
  expect(observed(engine)).toMatchObject({ requests: 3, distinct: 3, curve: [] });
});

test("[CACHE-O4] failed requests are misses", async () => {
  await fixture.repository.identity("id", `${BATCHED} ${executeDelay(10_000)}`);
  const engine = await fixture.start();
  await engine.observeCache("id", 3600);
  const aborted = { signal: AbortSignal.abort() };
  for (let at = 0; at < 2; at++) await engine.infer(request(1, aborted)).catch(() => {});
  expect(observed(engine)).toMatchObject({ requests: 2, distinct: 0, curve: [] });
});

test("[CACHE-O5] lists the clients that repeat requests, those with most first", async () => {
  await fixture.repository.identity("id", BATCHED);
  const engine = await fixture.start();
  await engine.observeCache("id", 3600);
  const retries: Client = { address: "10.0.0.7", userAgent: "retry/1" };
  const fresh: Client = { address: "10.0.0.8", userAgent: "batch/2" };
  for (let at = 0; at < 20; at++) {
    await engine.infer(request(at, { client: fresh }));
    await engine.infer(request(1000 + (at % 2), { client: retries }));
  }
  expect(observed(engine).clients).toEqual([
    { ...retries, lookups: 20, hits: 18 },
    { ...fresh, lookups: 20, hits: 0 },
  ]);
});

test("[CACHE-O6] ends after its time and keeps its results until the next one", async () => {
  const clock = new VirtualClock();
  await fixture.repository.identity("id", "max_batch_size: 8");
  const engine = await fixture.start({ clock });
  expect(engine.cacheObservation("id")).toBeUndefined();
  expect(await engine.observeCache("id", 10)).toMatchObject({
    state: "observing",
    elapsedNs: 0,
    plannedNs: 10e9,
    requests: 0,
  });
  await clock.advance(4e9);
  expect(observed(engine)).toMatchObject({ state: "observing", elapsedNs: 4e9 });
  await clock.advance(6e9);
  const ended = { state: "ended", elapsedNs: 10e9 };
  expect(observed(engine)).toMatchObject(ended);
  await clock.advance(60e9);
  expect(observed(engine)).toMatchObject(ended);
  await engine.observeCache("id", 10);
  await clock.advance(1e9);
  expect(engine.stopObservingCache("id")).toMatchObject({ state: "ended", elapsedNs: 1e9 });
  expect(observed(engine)).toMatchObject({ state: "ended", elapsedNs: 1e9 });
});

test("[CACHE-O6] rejects what can't be observed", async () => {
  await fixture.repository.identity("id", BATCHED);
  await fixture.repository.identity("dec", "model_transaction_policy { decoupled: true }");
  const engine = await fixture.start();
  await expect(engine.observeCache("id", 0)).rejects.toThrow(
    "seconds must be from 1 to 3600, not 0",
  );
  await expect(engine.observeCache("id", Number.NaN)).rejects.toThrow("not NaN");
  await expect(engine.observeCache("dec", 60)).rejects.toThrow("decoupled");
  await expect(engine.observeCache("nosuch", 60)).rejects.toThrow("nosuch");
  expect(() => engine.cacheObservation("nosuch")).toThrow("unknown model");
});

test("[CACHE-O6] observes at most 16 models at once", async () => {
  const names = Array.from({ length: 17 }, (_, at) => `id${at}`);
  for (const name of names) await fixture.repository.identity(name, "max_batch_size: 8");
  const engine = await fixture.start();
  for (const name of names.slice(1)) await engine.observeCache(name, 60);
  await expect(engine.observeCache("id0", 60)).rejects.toThrow(
    "The requests of 16 models are observed already. Stop one of them first: id1, id",
  );
  // An observed model may start over.
  await engine.observeCache("id1", 60);
  engine.stopObservingCache("id2");
  await engine.observeCache("id0", 60);
});

test("[CACHE-O3] the hashes that requests are sampled by are evenly spread", async () => {
  const key = await cacheKeyMaker(1);
  const spec = { name: "INPUT0" };
  const counts = [0, 0, 0, 0];
  for (let at = 0; at < 4000; at++) {
    const source = request(at);
    const inputs = source.inputs.map((tensor) => ({ spec, tensor }));
    const hash = requestHash(key("load", { source, inputs } as never), 0);
    counts[hash >>> 30] = (counts[hash >>> 30] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
