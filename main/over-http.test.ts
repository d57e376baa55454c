import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Canary, GridFrame, Rollout } from "./contract/index.ts";
import { sampleTrial } from "./clients/testing/samples.ts";
import { type EngineProcess, startEngineProcess } from "./testing/engine-process.ts";
import { follow } from "./testing/follow.ts";
import { runExperiment } from "./testing/run-experiment.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const slow = { timeout: 40_000, interval: 50 };
const engines: EngineProcess[] = [];
let host: TestHost;
let serverId: string;
let key: { serverId: string; model: string };

beforeAll(async () => {
  host = await startTestHost();
  for (const index of [0, 1, 2]) {
    const repository = path.join(host.directory, `remote-${index}`);
    fs.cpSync(host.repository, repository, { recursive: true });
    engines.push(await startEngineProcess(repository));
  }
  const connection = { name: "Remote", grpc: "", http: engines[0]?.http ?? "", metrics: "" };
  ({ serverId } = await host.client.request("servers.add", connection));
  key = { serverId, model: "mlp" };
}, 60_000);

afterAll(async () => {
  await host.close();
  await Promise.all(engines.map((engine) => engine.stop()));
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const withBatch = (text: string, size: number) =>
  text
    .replace(/max_batch_size: \d+/, `max_batch_size: ${size}`)
    .replace(/preferred_batch_size: ?\[ ?\d+ ?\]/, `preferred_batch_size: [${size}]`);

const served = async (of = key) =>
  (await host.client.request("models.detail", of)).config?.["max_batch_size"];

describe("[SERVER-H1] a server reached over HTTP alone", { timeout: 90_000 }, () => {
  it("has its configuration changed as an override, which is read back", async () => {
    const { text, etag, unreachable } = await host.client.request("configs.get", key);
    expect(unreachable).toBeNull();
    const changed = withBatch(text, 16);
    const effect = await host.client.request("configs.effect", { ...key, text: changed });
    expect(effect).toMatchObject({ kind: "reload" });
    const apply = { ...key, text: changed, baseEtag: etag, note: "" };
    const applied = await host.client.request("configs.apply", apply);
    expect(applied).toMatchObject({ draft: null, readBack: { changed: [] } });
    expect(await served()).toBe(16);
    const wrong = changed.replace(/dims: \[128\]/, "dims: [129]");
    const refused = host.client.request("configs.apply", {
      ...key,
      text: wrong,
      baseEtag: applied.etag,
      note: "",
    });
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("129"),
    });
    expect(await served()).toBe(16);
    await host.client.request("configs.discardDraft", key);
  });

  it("is put under load, its own statistics next to the client's", async () => {
    const { plan } = await host.client.request("lab.suggest", key);
    expect(plan.wire).toBe("http");
    const { notes } = await host.client.request("lab.preview", { plan });
    expect(notes.join(" ")).not.toContain("reports no statistics");
    const { state, reason, steps, environment } = await runExperiment(host.client, {
      ...plan,
      load: { kind: "concurrency", levels: [4], thinkMs: 0 },
      secondsPerStep: 2,
      warmup: { kind: "fixed", seconds: 0.2 },
    });
    expect([state, reason]).toEqual(["done", null]);
    expect(environment.configText).toContain("max_batch_size: 16");
    expect(steps[0]?.failures).toEqual([]);
    expect(steps[0]?.server?.queueMs).toBeGreaterThan(0);
    expect(steps[0]?.reconciliation.length).toBeGreaterThan(0);
  });

  it("[LAB-GEN-37] is not put under a load over gRPC, which is said before", async () => {
    const { plan } = await host.client.request("lab.suggest", key);
    const overGrpc = { ...plan, wire: "grpc" as const };
    const words =
      "Remote has no gRPC address; add one to its connection, or choose another protocol.";
    const { warnings } = await host.client.request("lab.preview", { plan: overGrpc });
    expect(warnings).toContain(words);
    const start = host.client.request("lab.start", { plan: overGrpc, name: "" });
    await expect(start).rejects.toMatchObject({ message: words });
  });

  it("is tried, and its programs speak HTTP", async () => {
    const request = sampleTrial({ serverId, name: "mlp" }, { batchSize: 2, deadlineMs: 10_000 });
    const { programs } = await host.client.request("clients.prepare", request);
    const texts = Object.fromEntries(programs.map(({ language, text }) => [language, text]));
    expect(texts).toMatchObject({
      curl: expect.stringContaining(engines[0]?.http ?? "?"),
      "python-http": expect.stringContaining("tritonclient.http"),
      "python-grpc": null,
    });
    const trial = await host.client.request("clients.send", request);
    expect(trial.status).toMatchObject({ ok: true, code: "HTTP 200" });
    await expect(
      host.client.request("clients.send", { ...request, wire: "grpc" }),
    ).rejects.toMatchObject({ message: expect.stringContaining("has no gRPC address") });
  });

  it("has its models, advice and settings, and says what goes over gRPC alone", async () => {
    const frame = await vi.waitFor(async () => {
      const reported = await host.client.request("tritonSettings.trace", { serverId, model: "" });
      expect(reported).toMatchObject({ trace_level: ["OFF"] });
      return reported;
    }, slow);
    expect(frame).toHaveProperty("trace_rate");
    await host.client.request("models.unload", key);
    expect(await host.client.request("models.detail", key)).toMatchObject({ ready: false });
    await host.client.request("models.load", key);
    await expect(host.client.request("traces.sampling", key)).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: "Remote does not offer this: it needs Batchdeck's own engine, and its gRPC address.",
    });
  });
});

describe("[SERVER-H1] a fleet whose replicas are reached over HTTP alone", {
  timeout: 120_000,
}, () => {
  let fleetId: number;
  const member = (index: number) => ({
    serverId: `fleet-${fleetId}/${engines[index]?.http}`,
    model: "mlp",
  });

  it("shows its replicas", async () => {
    const members = engines
      .slice(1)
      .map(({ http }, index) => ({ name: `r${index}`, grpc: "", http, metrics: "" }));
    ({ fleetId } = await host.client.request("fleets.add", {
      name: "Pair",
      kind: "triton",
      tls: null,
      auth: { kind: "none" },
      headers: [],
      proxy: "",
      members: { kind: "listed", members },
    }));
    using grid = follow<GridFrame>((event) =>
      host.client.subscribe("fleets.grid", { fleetId, figure: "requestsPerSecond" }, { event }),
    );
    await grid.until(({ replicas }) => {
      expect(replicas.map(({ state }) => state)).toEqual(["live", "live"]);
      expect(replicas.map(({ cells }) => cells[0]?.configuration)).toEqual([0, 0]);
    });
  });

  it("takes a rollout, and is restored", async () => {
    const { text } = await host.client.request("configs.get", member(1));
    const before = await served(member(1));
    const { rolloutId } = await host.client.request("fleets.startRollout", {
      fleetId,
      model: "mlp",
      text: withBatch(text, 8),
      note: "",
      replicas: [],
      watchSeconds: 0,
      limits: { failureShare: 0.01, rejectedShare: 0.01, queueTimes: 2, latencyTimes: 2 },
      onFailure: "putBackAll",
    });
    using reported = follow<Rollout[]>((event) =>
      host.client.subscribe("fleets.rollouts", { fleetId }, { event }),
    );
    await reported.until(([first]) => expect(first?.state).toBe("done"));
    expect(await Promise.all([served(member(1)), served(member(2))])).toEqual([8, 8]);
    await host.client.request("fleets.restoreRollout", { rolloutId, replica: "" });
    await reported.until(([first]) => expect(first?.state).toBe("putBack"));
    expect(await Promise.all([served(member(1)), served(member(2))])).toEqual([before, before]);
  });

  it("is compared over HTTP", async () => {
    using reported = follow<Canary[]>((event) =>
      host.client.subscribe("canary.list", {}, { event }),
    );
    await host.client.request("canary.start", {
      a: { server: member(1).serverId, model: "mlp", modelVersion: "" },
      b: { server: member(2).serverId, model: "mlp", modelVersion: "" },
      wire: "http",
      batchSize: 2,
      inputs: 3,
      seed: 1,
      absolute: 1e-6,
      relative: 1e-5,
      seconds: 1,
      requestsPerSecond: 20,
      share: 0.5,
      deadlineMs: 10_000,
    });
    const [done] = await reported.until(([first]) => expect(first?.state).toBe("done"));
    expect(done).toMatchObject({ compared: 3, notCompared: { count: 0 }, words: "" });
    expect(done?.traffic?.a?.failed).toBe(0);
  });
});
