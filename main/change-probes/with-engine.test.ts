import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangeProbe } from "../contract/index.ts";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

const mlp = { serverId: "embedded", model: "mlp" };
const options = { rate: 50, lateMs: 10_000 };
const IDENTITY = `backend: "identity"
input { name: "IN" data_type: TYPE_FP32 dims: 4 }
output { name: "OUT" data_type: TYPE_FP32 dims: 4 }
`;
let host: TestHost;

beforeAll(async () => {
  host = await startTestHost();
  await host.until("live");
});

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

function probesOf(on: { serverId: string; model: string }): Promise<readonly ChangeProbe[]> {
  return new Promise((resolve, reject) => {
    const listening: Disposable = host.client.subscribe("probes.model", on, {
      event: (probes) => {
        queueMicrotask(() => listening[Symbol.dispose]());
        resolve(probes);
      },
      error: reject,
    });
  });
}

test("PROBE-6, PROBE-9: an apply loses nothing, and the result is kept with its revision", async () => {
  const { text, etag } = await host.client.request("configs.get", mlp);
  const changed = text.replace("max_batch_size: 64", "max_batch_size: 32");
  const applied = await host.client.request("configs.apply", {
    ...mlp,
    text: changed,
    baseEtag: etag,
    note: "",
    probe: options,
  });
  expect(applied.probe).toMatchObject({
    state: "done",
    reason: "",
    changeSucceeded: true,
    change: { kind: "apply", revisionId: applied.history[0]?.id },
    counts: { failed: 0, lost: 0, firstFailure: "" },
  });
  expect(applied.probe?.counts.sent).toBeGreaterThanOrEqual(100);
  expect(applied.probe?.counts.ok).toBe(applied.probe?.counts.sent);
  const kinds = applied.probe?.counts.byConnection;
  expect(kinds).toMatchObject({ kept: { reopened: 0, losses: [] }, fresh: { losses: [] } });
  expect(kinds?.kept.sent).toBeGreaterThanOrEqual(kinds?.fresh.sent ?? Number.NaN);
  expect(await probesOf(mlp)).toEqual([applied.probe]);
  expect(host.events.at(-1)).toMatchObject({ level: "info", source: "probes" });
});

test("PROBE-6: a change that fails ends the probe, whose result is kept", async () => {
  const { text, etag } = await host.client.request("configs.get", mlp);
  await expect(
    host.client.request("configs.apply", {
      ...mlp,
      text: text.replace("dims: [ 128 ]", "dims: [ 129 ]"),
      baseEtag: etag,
      note: "",
      probe: options,
    }),
  ).rejects.toMatchObject({ message: expect.stringContaining("129") });
  const [newest] = await probesOf(mlp);
  expect(newest).toMatchObject({
    state: "done",
    changeSucceeded: false,
    change: { revisionId: null },
    counts: { failed: 0, lost: 0 },
  });
});

test("PROBE-3: requests that a model does not serve have failed; what happened is listed", async () => {
  const { id } = await host.client.request("probes.start", { ...mlp, options, seconds: 60 });
  await expect(
    host.client.request("probes.start", { ...mlp, options, seconds: 60 }),
  ).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  await host.client.request("models.unload", mlp);
  await expect
    .poll(async () => (await probesOf(mlp))[0]?.counts.failed, { timeout: 20_000 })
    .toBeGreaterThan(0);
  await host.client.request("models.load", mlp);
  await host.client.request("probes.stop", { id });
  const [newest] = await probesOf(mlp);
  expect(newest).toMatchObject({ id, state: "done", changeSucceeded: null, counts: { lost: 0 } });
  expect(newest?.counts.firstFailure).toContain("mlp");
  expect(host.events.findLast(({ source }) => source === "probes")?.level).toBe("warning");
  await expect(host.client.request("probes.stop", { id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("PROBE-7: what gets no harmless request says why", async () => {
  const check = async (model: string) =>
    (await host.client.request("probes.check", { serverId: "embedded", model })).reason;
  expect(await check("mlp")).toBeNull();
  const load = async (model: string, more: string) => {
    const folder = path.join(host.repository, model);
    fs.mkdirSync(path.join(folder, "1"), { recursive: true });
    fs.writeFileSync(path.join(folder, "config.pbtxt"), `${IDENTITY}${more}`);
    await host.client.request("models.load", { serverId: "embedded", model });
  };
  await load("steps", "sequence_batching { }");
  expect(await check("steps")).toContain("takes sequences");
  await load("stream", "model_transaction_policy { decoupled: true }");
  expect(await check("stream")).toContain("is decoupled");
  await host.client.request("models.unload", { serverId: "embedded", model: "steps" });
  expect(await check("steps")).toContain("does not serve");
});
