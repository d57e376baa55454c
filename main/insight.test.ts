import fs from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { BatchFrame, ModelState, Trace } from "./contract/index.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const slow = { timeout: 20_000, interval: 50 };
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

const traffic = () =>
  host.client.request("traffic.start", {
    serverId: "embedded",
    models: ["mlp"],
    concurrency: 4,
    seconds: 5,
  });

test("the real engine's batches come while there is a listener, at the time they ran", {
  timeout: 60_000,
}, async () => {
  expect(host.status()).toMatchObject({ capabilities: expect.arrayContaining(["insight"]) });
  const frames: BatchFrame[] = [];
  const began = Date.now();
  const listening = host.client.subscribe("telemetry.batches", mlp, {
    event: (frame) => frames.push(frame),
  });
  await vi.waitFor(() => expect(frames.length).toBeGreaterThan(1), slow);
  await traffic();
  const batches = () => frames.flatMap((frame) => frame.batches);
  await vi.waitFor(() => expect(batches().length).toBeGreaterThan(0), slow);
  const [first] = batches();
  expect(first).toMatchObject({ version: "1", failed: false });
  expect(first?.instance).toMatch(/^mlp/);
  expect(first?.items).toBeGreaterThan(0);
  expect(first?.inferMs).toBeGreaterThan(0);
  expect(first?.at).toBeGreaterThan(began - 1000);
  expect(first?.at).toBeLessThan(Date.now() + 1000);
  expect(frames.slice(1).map(({ from }) => from)).toEqual(frames.slice(0, -1).map(({ to }) => to));
  listening[Symbol.dispose]();
  await host.client.request("traffic.stop", {});
});

test("sampled requests come as traces with their stamps in order, and none once it is off", {
  timeout: 60_000,
}, async () => {
  expect(await host.client.request("traces.sampling", mlp)).toEqual({ rate: null });
  expect(await host.client.request("traces.setSampling", { ...mlp, rate: 2 })).toEqual({ rate: 2 });
  const traces: Trace[] = [];
  const listening = host.client.subscribe(
    "traces.live",
    { serverId: "embedded" },
    { event: (news) => traces.push(...news) },
  );
  await traffic();
  await vi.waitFor(() => expect(traces.length).toBeGreaterThan(0), slow);
  const [trace] = traces;
  expect(trace).toMatchObject({ modelName: "mlp", modelVersion: "1", parentId: 0, error: "" });
  const stamps = trace?.stamps.map(({ atNs }) => atNs) ?? [];
  expect(stamps.length).toBeGreaterThan(2);
  expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
  expect(await host.client.request("traces.setSampling", { ...mlp, rate: null })).toEqual({
    rate: null,
  });
  listening[Symbol.dispose]();
  await host.client.request("traffic.stop", {});
});

test("a split is rejected in the engine's words for a version that does not serve", async () => {
  expect(await host.client.request("models.versionSplit", mlp)).toEqual({ weights: {} });
  const refused = host.client.request("models.setVersionSplit", {
    ...mlp,
    weights: { "1": 90, "7": 10 },
  });
  await expect(refused).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
  await host.client.request("models.setVersionSplit", { ...mlp, weights: { "1": 1 } });
  expect(host.events.at(-1)?.message).toBe(
    "Traffic to model 'mlp' is split among versions: 1 with weight 1.",
  );
  expect(await host.client.request("models.setVersionSplit", { ...mlp, weights: {} })).toEqual({
    weights: {},
  });
});

test("a model's state has provider, ledger and clients", async () => {
  let state: ModelState | undefined;
  const listening = host.client.subscribe("telemetry.state", mlp, {
    event: (news) => (state = news),
  });
  await vi.waitFor(() => {
    const [version] = state?.versions ?? [];
    expect(version?.instances[0]).toMatchObject({ provider: "cpu", deviceId: null });
    expect(version?.cache?.ledger.lookups).toBeGreaterThan(0);
    expect(version?.cache?.clients[0]?.address).toBe("127.0.0.1");
  }, slow);
  const { hits, misses, lookups } = state?.versions?.[0]?.cache?.ledger ?? {};
  expect(lookups).toBe((hits ?? 0) + (misses ?? 0));
  listening[Symbol.dispose]();
});
