import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Canary, GridFrame, ModelDrift, Rollout } from "../contract/index.ts";
import { type EngineProcess, startEngineProcess } from "../testing/engine-process.ts";
import { follow } from "../testing/follow.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
const engines: EngineProcess[] = [];
let fleetId: number;

const noSecurity = { tls: null, auth: { kind: "none" as const }, headers: [], proxy: "" };

beforeAll(async () => {
  host = await startTestHost();
  for (const index of [0, 1]) {
    const repository = path.join(host.directory, `replica-${index}`);
    fs.cpSync(host.repository, repository, { recursive: true });
    engines.push(await startEngineProcess(repository));
  }
  const made = await host.client.request("fleets.add", {
    name: "Pair",
    kind: "triton",
    ...noSecurity,
    members: {
      kind: "listed",
      members: engines.map(({ grpc, http }, index) => ({
        name: `r${index}`,
        grpc,
        http,
        metrics: "",
      })),
    },
  });
  fleetId = made.fleetId;
}, 60_000);

afterAll(async () => {
  await host.close();
  await Promise.all(engines.map((engine) => engine.stop()));
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const grid = (figure: GridFrame["figure"] = "requestsPerSecond") =>
  follow<GridFrame>((event) =>
    host.client.subscribe("fleets.grid", { fleetId, figure }, { event }),
  );
const drift = () =>
  follow<ModelDrift[]>((event) => host.client.subscribe("fleets.drift", { fleetId }, { event }));
const rollouts = () =>
  follow<Rollout[]>((event) => host.client.subscribe("fleets.rollouts", { fleetId }, { event }));

const keyOf = (index: number) => (engines[index] as EngineProcess).grpc;
const serverOf = (index: number) => `fleet-${fleetId}/${keyOf(index)}`;
const textWith = (batch: number) =>
  fs
    .readFileSync(path.join(host.repository, "mlp", "config.pbtxt"), "utf8")
    .replace("max_batch_size: 64", `max_batch_size: ${batch}`)
    .replace("preferred_batch_size: [64]", `preferred_batch_size: [${batch}]`);

describe("a fleet of two engines", { timeout: 90_000 }, () => {
  it("[FLEET-F1] shows its replicas by its models, and each is a server that can be looked at", async () => {
    using frames = grid();
    const frame = await frames.until(({ replicas }) => {
      expect(replicas.map(({ state }) => state)).toEqual(["live", "live"]);
      expect(replicas.map(({ cells }) => cells[0]?.configuration)).toEqual([0, 0]);
    });
    expect(frame.models).toEqual(["mlp"]);
    expect(frame.replicas[0]?.cells[0]).toMatchObject({ state: "ready", versions: ["1"] });
    const detail = await host.client.request("models.detail", {
      serverId: serverOf(0),
      model: "mlp",
    });
    expect(detail.ready).toBe(true);
  });

  it("[FLEET-F12] reports replicas whose configuration differs from most, and in what", async () => {
    const state = await host.client.request("configs.get", { serverId: serverOf(1), model: "mlp" });
    await host.client.request("configs.apply", {
      serverId: serverOf(1),
      model: "mlp",
      text: textWith(16),
      baseEtag: state.etag,
      note: "",
    });
    await host.client.request("fleets.readConfigurations", { fleetId });
    using drifts = drift();
    const [mlp] = await drifts.until(([first]) => expect(first?.groups).toHaveLength(2));
    expect(mlp?.groups[1]?.changes).toContainEqual(
      expect.objectContaining({ path: "max_batch_size" }),
    );
  });

  it("[FLEET-R1] rolls a configuration over its replicas one at a time, and puts it back", async () => {
    const { rolloutId } = await host.client.request("fleets.startRollout", {
      fleetId,
      model: "mlp",
      text: textWith(8),
      note: "smaller",
      replicas: [],
      watchSeconds: 0,
      limits: { failureShare: 0.01, rejectedShare: 0.01, queueTimes: 2, latencyTimes: 2 },
      onFailure: "putBackAll",
    });
    await expect(host.client.request("fleets.resumeRollout", { rolloutId })).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    using reported = rollouts();
    const [done] = await reported.until(([first]) => expect(first?.state).toBe("done"));
    expect(done?.steps.map(({ state, changed }) => [state, changed])).toEqual([
      ["done", true],
      ["done", true],
    ]);
    for (const index of [0, 1]) {
      const { config } = await host.client.request("models.detail", {
        serverId: serverOf(index),
        model: "mlp",
      });
      expect(config?.["max_batch_size"]).toBe(8);
    }
    await host.client.request("fleets.restoreRollout", { rolloutId, replica: "" });
    const [back] = await reported.until(([first]) => expect(first?.state).toBe("putBack"));
    expect(back?.steps.map(({ changed }) => changed)).toEqual([false, false]);
    const sizes = await Promise.all(
      [0, 1].map((index) =>
        host.client.request("models.detail", { serverId: serverOf(index), model: "mlp" }),
      ),
    );
    expect(sizes.map(({ config }) => config?.["max_batch_size"])).toEqual([64, 16]);
  });

  it("[FLEET-C1] [FLEET-C2] [FLEET-C3] sends the same inputs to both, compares their outputs, and shares traffic", async () => {
    using reported = follow<Canary[]>((event) =>
      host.client.subscribe("canary.list", {}, { event }),
    );
    await host.client.request("canary.start", {
      a: { server: serverOf(0), model: "mlp", modelVersion: "" },
      b: { server: `fleet-${fleetId}`, model: "mlp", modelVersion: "1" },
      wire: "grpc",
      batchSize: 2,
      inputs: 6,
      seed: 1,
      absolute: 1e-6,
      relative: 1e-5,
      seconds: 2,
      requestsPerSecond: 40,
      share: 0.25,
      deadlineMs: 10_000,
    });
    const [done] = await reported.until(([first]) => expect(first?.state).toBe("done"));
    expect(done).toMatchObject({ compared: 6, notCompared: { count: 0 }, words: "" });
    expect(done?.outputs).toMatchObject([
      { name: "y", unlike: null, beyond: 0, flips: 0, rows: 12, elements: 120 },
    ]);
    const { a, b, latency } = done?.traffic ?? {};
    expect(a).toMatchObject({ servers: 1, behind: 1, failed: 0, failures: [] });
    expect(b).toMatchObject({ servers: 2, behind: 2, failed: 0 });
    // [FLEET-C3] About 80 in 2 s, of which about a quarter go to B, depending on the seed.
    expect((a?.answered ?? 0) + (b?.answered ?? 0)).toBeGreaterThan(50);
    expect(a?.answered).toBeGreaterThan(b?.answered ?? 0);
    expect(b?.meanMs).toBeGreaterThan(0);
    // [FLEET-C4] With so few requests no 99th percentile is reported.
    expect(latency?.map(({ percentile }) => percentile)).toEqual([50, 95, 99]);
    expect(latency?.[0]?.a?.low).toBeLessThanOrEqual(latency?.[0]?.a?.high ?? 0);
    expect(latency?.[2]).toMatchObject({ a: null, b: null, verdict: "too few" });
  });

  it("[FLEET-C2] says why inputs could not be compared", async () => {
    using reported = follow<Canary[]>((event) =>
      host.client.subscribe("canary.list", {}, { event }),
    );
    await host.client.request("canary.start", {
      a: { server: serverOf(0), model: "mlp", modelVersion: "" },
      b: { server: serverOf(1), model: "absent", modelVersion: "" },
      wire: "http",
      batchSize: 1,
      inputs: 2,
      seed: 1,
      absolute: 0,
      relative: 0,
      seconds: 0,
      requestsPerSecond: 1,
      share: 0.5,
      deadlineMs: 10_000,
    });
    const [done] = await reported.until(([first]) => {
      expect(first?.state).toBe("done");
      expect(first?.plan.wire).toBe("http");
    });
    expect(done).toMatchObject({ compared: 0, notCompared: { count: 2 } });
    expect(done?.notCompared.reason).toContain("absent");
    expect(done?.traffic).toBeNull();
    // [FLEET-C1] A finished comparison can be removed.
    await host.client.request("canary.remove", { canaryId: done?.id ?? 0 });
    await reported.until((all) => expect(all).toHaveLength(1));
  });

  it("[FLEET-C5] neither a comparison nor an experiment begins next to the other", async () => {
    using reported = follow<Canary[]>((event) =>
      host.client.subscribe("canary.list", {}, { event }),
    );
    const side = { server: serverOf(0), model: "mlp", modelVersion: "" };
    const plan = {
      a: side,
      b: { ...side, server: `fleet-${fleetId}` },
      wire: "grpc" as const,
      batchSize: 1,
      inputs: 1,
      seed: 1,
      absolute: 0,
      relative: 0,
      seconds: 600,
      requestsPerSecond: 1,
      share: 0.5,
      deadlineMs: 10_000,
    };
    const { canaryId } = await host.client.request("canary.start", plan);
    const suggested = await host.client.request("lab.suggest", {
      serverId: "embedded",
      model: "mlp",
    });
    const begin = { plan: suggested.plan, name: "other" };
    await expect(host.client.request("lab.start", begin)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringMatching(
        /^The comparison of 'mlp' on .+ with 'mlp' on .+ is under way; measurements run one at a time\.$/,
      ),
    });
    await expect(host.client.request("canary.start", plan)).rejects.toThrow("is under way");
    await host.client.request("canary.cancel", { canaryId });
    await reported.until(([first]) => expect(first?.state).toBe("cancelled"));

    const { id } = await host.client.request("lab.start", begin);
    await expect(host.client.request("canary.start", plan)).rejects.toThrow(
      `Experiment ${id} 'other' is running; measurements run one at a time.`,
    );
    await host.client.request("lab.cancel", { id });
    await host.client.request("canary.remove", { canaryId });
  });

  it("[FLEET-F6] rejects a member at fault by its field", async () => {
    const member = { name: "", grpc: "somewhere", http: "", metrics: "" };
    const draft = { name: "Wrong", kind: "auto" as const, ...noSecurity };
    const add = (members: (typeof member)[]) =>
      host.client.request("fleets.add", { ...draft, members: { kind: "listed", members } });
    await expect(add([])).rejects.toMatchObject({ details: { field: "members" } });
    const right = { ...member, grpc: "gpu-1:8001" };
    await expect(add([right, member])).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      details: { field: "members.1" },
    });
    await expect(add([right, right])).rejects.toThrow(
      "'gpu-1:8001' is listed twice: as replica 1 and 2.",
    );
  });

  it("[FLEET-F6] takes settings of TLS where any address of any replica is encrypted", async () => {
    const plain = { name: "", grpc: "127.0.0.1:1", http: "", metrics: "" };
    const guarded = { ...plain, grpc: "127.0.0.1:2", metrics: "https://127.0.0.1:3" };
    const tls = { ca: null, certificate: null, key: null, serverName: "triton.example" };
    const draft = { name: "Guarded", kind: "triton" as const, ...noSecurity, tls };
    const add = (members: (typeof plain)[]) =>
      host.client.request("fleets.add", { ...draft, members: { kind: "listed", members } });
    await expect(add([plain])).rejects.toMatchObject({ details: { field: "tls" } });
    await host.client.request("fleets.remove", await add([plain, guarded]));
  });

  it("[FLEET-F14] keeps secrets where connections keep theirs, and not as text", async () => {
    const members = {
      kind: "listed" as const,
      members: [{ name: "", grpc: "127.0.0.1:1", http: "", metrics: "" }],
    };
    const draft = { name: "Locked", kind: "triton" as const, ...noSecurity, members };
    const token = { kind: "given" as const, value: "very-secret-token" };
    const made = await host.client.request("fleets.add", {
      ...draft,
      auth: { kind: "bearer", token },
    });
    const shown = await host.client.request("fleets.fleet", made);
    expect(shown.auth).toMatchObject({ kind: "bearer", token: { kind: "kept" } });
    await host.client.request("fleets.edit", {
      ...made,
      fleet: { ...draft, name: "Renamed", auth: { kind: "bearer", token: { kind: "kept" } } },
    });
    const edited = await host.client.request("fleets.fleet", made);
    expect(edited).toMatchObject({ name: "Renamed", auth: { token: { kind: "kept" } } });
    const data = path.join(host.directory, "data");
    const files = fs
      .readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile());
    for (const file of files)
      expect(fs.readFileSync(path.join(file.parentPath, file.name), "latin1")).not.toContain(
        token.value,
      );
    await host.client.request("fleets.remove", made);
    await expect(host.client.request("fleets.fleet", made)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
