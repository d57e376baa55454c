import fs from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { WhatIfBasis } from "../contract/index.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const mlp = { serverId: "embedded", model: "mlp" };
let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
  await host.until("live");
});

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const readBasis = () => host.client.request("whatIf.basis", mlp);

test("[WHATIF-1] the real engine's statistics give a prediction after some traffic", {
  timeout: 60_000,
}, async () => {
  expect(await readBasis()).toMatchObject({
    state: "uncalibrated",
    reason: expect.stringContaining("Not enough executions"),
  });
  await host.client.request("traffic.start", {
    serverId: "embedded",
    models: ["mlp"],
    concurrency: 4,
    seconds: 60,
  });
  const basis = await vi.waitFor(
    async () => {
      const known = await readBasis();
      if (known.state !== "calibrated") throw new Error(known.reason);
      return known;
    },
    { timeout: 40_000, interval: 100 },
  );
  await host.client.request("traffic.stop", {});
  expect(basis.cost.times.length).toBeGreaterThan(0);
  expect(basis.executions).toBeGreaterThanOrEqual(20);
  const now = { settings: basis.settings, cacheHitRate: basis.cacheHitRate };
  const [before, after] = await predicted(basis, [
    now,
    { ...now, settings: { ...basis.settings, instances: 4 } },
  ]);
  expect(before?.throughput.value).toBeCloseTo(100, -1);
  expect(before?.p99Ms?.value).toBeGreaterThan(0);
  expect(after?.busy).toBeLessThan(before?.busy ?? 0);
});

async function predicted(
  basis: Extract<WhatIfBasis, { state: "calibrated" }>,
  configurations: { settings: typeof basis.settings; cacheHitRate: number }[],
) {
  return await host.client.request("whatIf.predict", {
    cost: basis.cost,
    load: { kind: "rate", rate: 100 },
    itemsPerRequest: basis.itemsPerRequest,
    configurations,
  });
}

test("[WHATIF-6] a change is the active text with the fields that differ", async () => {
  const basis = await readBasis();
  if (basis.state !== "calibrated") throw new Error(basis.reason);
  const { text } = await host.client.request("configs.get", mlp);
  const unchanged = { ...mlp, settings: basis.settings, cache: false };
  expect(await host.client.request("whatIf.configText", unchanged)).toMatchObject({
    text,
    hasDraft: false,
  });
  const more = { ...unchanged, settings: { ...basis.settings, instances: 3 } };
  const changed = await host.client.request("whatIf.configText", more);
  const effect = await host.client.request("configs.effect", { ...mlp, text: changed.text });
  expect(effect.changes).toEqual([
    expect.objectContaining({ path: "instance_group[0].count", after: "3" }),
  ]);
});

test("[WHATIF-8] observes the engine's requests and reads the hit rate a cache would have", async () => {
  expect(await host.client.request("whatIf.cache", mlp)).toEqual({
    state: "supported",
    observation: null,
    capacityBytes: 64 * 1024 * 1024,
  });
  const started = await host.client.request("whatIf.observeCache", { ...mlp, seconds: 600 });
  expect(started).toMatchObject({ observation: { state: "observing", plannedSeconds: 600 } });
  await host.client.request("traffic.start", {
    serverId: "embedded",
    models: ["mlp"],
    concurrency: 2,
    seconds: 60,
  });
  const observation = await vi.waitFor(
    async () => {
      const worth = await host.client.request("whatIf.cache", mlp);
      if (worth.state !== "supported" || (worth.observation?.requests ?? 0) < 500)
        throw new Error("too few requests");
      return worth.observation;
    },
    { timeout: 40_000, interval: 100 },
  );
  await host.client.request("traffic.stop", {});
  expect(observation?.clients[0]).toMatchObject({ address: "127.0.0.1" });
  expect(observation?.distinct).toBeGreaterThan(0);
  const ended = await host.client.request("whatIf.stopObservingCache", mlp);
  expect(ended).toMatchObject({ observation: { state: "ended", plannedSeconds: 600 } });
});
