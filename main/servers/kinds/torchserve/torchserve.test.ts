import { describe, expect, it } from "vitest";
import type { FigureId } from "../../../contract/index.ts";
import { computeDelta, toFigures } from "../../../telemetry/index.ts";
import type { Observation } from "../../observation.ts";
import { httpTo, startProduct } from "../testing/product.ts";
import { startVllm } from "../vllm/testing/vllm-server.ts";
import { torchserve } from "./index.ts";
import { startTorchServe, type TorchServe } from "./testing/torchserve-server.ts";
import { type VersionState, version } from "./testing/torchserve-state.ts";

const SECONDS = 10;
const MODEL = "resnet18";
const first = (server: TorchServe) => server.state.models.get(MODEL)?.versions[0] as VersionState;

function work(state: VersionState): void {
  state.requests += 100;
  state.latencyUs += 5_000_000;
  state.queueUs += 2_000_000;
}

let figures: ReturnType<typeof toFigures> = [];
async function observedOver(server: TorchServe, change: () => void): Promise<Observation> {
  const before = await torchserve.observe(server.reach);
  change();
  const now = await torchserve.observe(server.reach);
  figures = toFigures(computeDelta(before, now, SECONDS));
  return now;
}

function figure(id: FigureId, model = MODEL) {
  return figures.find((each) => each.figure === id && each.model === model);
}

function ears() {
  const lines: string[] = [];
  return {
    lines,
    hear: (question: string, answer: string, spoke: boolean) =>
      lines.push(`${question} → ${answer} (${spoke})`),
  };
}

describe("recognition", () => {
  it.each(["0.5.3", "0.12.0"] as const)(
    "[TORCHSERVE-1] goes by the list of models of %s",
    async (release) => {
      await using server = await startTorchServe(release);
      expect(await torchserve.recognise(server.reach, ears().hear)).toEqual({ version: release });
    },
  );

  it("[TORCHSERVE-1] recognises the rejection for a missing key", async () => {
    await using server = await startTorchServe("0.12.0");
    server.state.locked = true;
    expect(await torchserve.recognise(server.reach, ears().hear)).toEqual({ version: null });
  });

  it("[TORCHSERVE-2] names the address that is needed instead of the inference address", async () => {
    await using server = await startTorchServe("0.12.0");
    const { reach } = server.inference;
    const { lines, hear } = ears();
    expect(await torchserve.recognise(reach, hear)).toEqual({ version: "0.12.0" });
    expect(lines.at(-1)).toContain("8081");
    await expect(torchserve.observe(reach)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: expect.stringContaining("management address, port 8081"),
    });
  });

  it("ignores other products", async () => {
    await using other = await startVllm("now");
    expect(await torchserve.recognise(other.reach, ears().hear)).toBeNull();
    await using garbage = await startProduct(() => ({ body: "TorchServe? no." }));
    expect(await torchserve.recognise(garbage.reach, ears().hear)).toBeNull();
  });

  it("rejects if nothing responds", async () => {
    const server = await startTorchServe("0.12.0");
    const { reach } = server;
    await server[Symbol.asyncDispose]();
    await expect(torchserve.recognise(reach, ears().hear)).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    await expect(torchserve.observe(reach)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

describe("models", () => {
  it("[TORCHSERVE-3] [TORCHSERVE-5] are described with all versions, of all pages", async () => {
    await using server = await startTorchServe("0.12.0");
    const { models } = server.state;
    models.get(MODEL)?.versions.push(version("2.0", "resnet18_2.mar", 0));
    for (let at = 0; at < 120; at++)
      models.set(`m${at}`, { defaultVersion: "1.0", versions: [version("1.0", "m.mar", 0)] });
    const seen = (await torchserve.observe(server.reach)).models;
    expect(seen).toHaveLength(121);
    expect(seen.find(({ name }) => name === "m119")).toMatchObject({ state: "unavailable" });
    const resnet = seen.find(({ name }) => name === MODEL);
    expect(resnet).toMatchObject({ state: "ready", versions: ["1.0"] });
    expect(resnet?.facts).toEqual(
      expect.arrayContaining([
        ["Workers of 1.0", "2 ready, 2 to 2"],
        ["Batch size of 1.0", "8, after 50 ms at the latest"],
        ["Maintenance", expect.stringContaining("no longer maintained")],
      ]),
    );
  });

  it("[TORCHSERVE-3] load while no worker is ready", async () => {
    await using server = await startTorchServe("0.12.0");
    for (const worker of first(server).workers) worker.ready = false;
    expect((await torchserve.observe(server.reach)).models).toMatchObject([
      { name: MODEL, state: "loading", reason: "No worker is ready.", versions: [] },
    ]);
  });

  it("[TORCHSERVE-3] leave out those unregistered in the meantime", async () => {
    await using server = await startProduct((_, url) =>
      url.startsWith("/models?")
        ? { body: { models: [{ modelName: "gone", modelUrl: "gone.mar" }] } }
        : {
            status: 404,
            body: { code: 404, type: "ModelNotFoundException", message: "Model not found: gone" },
          },
    );
    expect((await torchserve.observe(server.reach)).models).toEqual([]);
  });

  it("[TORCHSERVE-4] are rejected without the key, and by anything but TorchServe", async () => {
    await using server = await startTorchServe("0.12.0");
    server.state.locked = true;
    await expect(torchserve.observe(server.reach)).rejects.toMatchObject({
      code: "UNAUTHENTICATED",
      message: expect.stringContaining("key_file.json"),
    });
    await using proxy = await startProduct(() => ({ status: 403, body: "no" }));
    await expect(torchserve.observe(proxy.reach)).rejects.toMatchObject({
      code: "PERMISSION_DENIED",
    });
    await using garbage = await startProduct(() => ({ body: "<html>" }));
    await expect(torchserve.observe(garbage.reach)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
  });
});

describe("figures", () => {
  it.each(["0.5.3", "0.12.0"] as const)(
    "[TORCHSERVE-7] are made of the counters of %s",
    async (release) => {
      await using server = await startTorchServe(release);
      work(first(server));
      await observedOver(server, () => work(first(server)));
      expect(figure("requestsPerSecond")?.value).toBe(10);
      expect(figure("latencyMs")?.value).toBe(50);
      expect(figure("queueMs")?.value).toBe(20);
      expect(figure("computeMs")?.value).toBe(30);
      expect(figure("queueToCompute")?.value).toBeCloseTo(2 / 3);
    },
  );

  it("[TORCHSERVE-7] are nothing, not unknown, for a model that was never used", async () => {
    await using server = await startTorchServe("0.12.0");
    await observedOver(server, () => {});
    expect(figure("requestsPerSecond")).toMatchObject({ value: 0 });
    expect(figure("latencyMs")?.value).toBeNull();
    await observedOver(server, () => work(first(server)));
    expect(figure("requestsPerSecond")?.value).toBe(10);
    expect(figure("latencyMs")?.value).toBe(50);
  });

  it("[TORCHSERVE-6] are the models' own queues and workers", async () => {
    await using server = await startTorchServe("0.12.0");
    first(server).pending = 7;
    server.state.models.get(MODEL)?.versions.push({
      ...version("2.0", "resnet18_2.mar", 1),
      pending: 3,
    });
    await observedOver(server, () => {});
    expect(figure("waiting")).toMatchObject({ value: 10, provenance: "exact" });
    expect(figure("workers")?.value).toBe(3);
    expect(figure("memoryUsed")?.value).toBe(900_000_000);
    await using old = await startTorchServe("0.5.3");
    await observedOver(old, () => {});
    expect(figure("waiting")).toMatchObject({
      provenance: "unavailable",
      hint: expect.stringContaining("jobQueueStatus"),
    });
  });

  it("[TORCHSERVE-8] are the server's failures and the host's", async () => {
    await using server = await startTorchServe("0.12.0");
    server.state.refused = 5;
    server.state.failed = 5;
    await observedOver(server, () => {
      server.state.refused = 10;
      server.state.failed = 20;
    });
    expect(figure("failuresPerSecond", "")?.value).toBe(2);
    expect(figure("cpuUse", "")?.value).toBe(0.25);
    expect(figure("memoryUsed", "")?.value).toBe(2 ** 31);
    await using old = await startTorchServe("0.5.3");
    await observedOver(old, () => {});
    expect(figure("failuresPerSecond", "")?.hint).toContain("0.8");
  });

  it("[TORCHSERVE-9] say if the metrics are off, elsewhere or garbage", async () => {
    await using server = await startTorchServe("0.12.0");
    for (const metrics of ["log", "garbage"] as const) {
      server.state.metrics = metrics;
      const { models, exposition } = await observedOver(server, () => {});
      expect(models).toHaveLength(1);
      expect(exposition).toBeNull();
      expect(figure("workers")?.value).toBe(2);
      expect(figure("latencyMs", "")).toMatchObject({
        provenance: "unavailable",
        hint: expect.stringContaining("metrics_mode=prometheus"),
      });
    }
    const elsewhere = { ...server.reach, metrics: server.reach.http };
    const { figures: reported } = await torchserve.observe(elsewhere);
    expect(reported).toContainEqual(
      expect.objectContaining({ figure: "latencyMs", hint: expect.stringContaining("8082") }),
    );
    using silent = httpTo("127.0.0.1:9");
    expect((await torchserve.observe({ ...server.reach, metrics: silent })).models).toHaveLength(1);
  });

  it("[TORCHSERVE-10] detect another process by its uuid or by counters that fall", async () => {
    await using old = await startTorchServe("0.5.3");
    work(first(old));
    const before = await torchserve.observe(old.reach);
    old.state.uuid = "77d609f1-7a63-4cdd-922c-7c06c4ec17fd";
    const after = await torchserve.observe(old.reach);
    expect(after.incarnation).not.toBe(before.incarnation);
    await using server = await startTorchServe("0.12.0");
    work(first(server));
    work(first(server));
    await observedOver(server, () => {
      Object.assign(first(server), { requests: 0, latencyUs: 0, queueUs: 0 });
      work(first(server));
    });
    expect(figure("requestsPerSecond")?.value ?? 0).toBeGreaterThanOrEqual(0);
    expect(figure("latencyMs")?.value ?? 0).toBeGreaterThanOrEqual(0);
  });
});
