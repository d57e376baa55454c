import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { ObservedFrame, OverviewFrame } from "./contract/index.ts";
import { startTestHost, type TestHost, type TestHostOptions } from "./testing/test-host.ts";

const slow = { timeout: 20_000, interval: 50 };
const hosts: TestHost[] = [];

async function start(options?: TestHostOptions): Promise<TestHost> {
  const host = await startTestHost(options);
  hosts.push(host);
  return host;
}

afterEach(async () => {
  for (const { directory, close } of hosts.splice(0)) {
    await close();
    fs.rmSync(directory, { recursive: true, force: true });
  }
});

test("the overview shows traffic on the embedded engine, live", { timeout: 60_000 }, async () => {
  const { client, until } = await start();
  const frames: OverviewFrame[] = [];
  const observed: ObservedFrame[] = [];
  const embedded = { serverId: "embedded" };
  client.subscribe("telemetry.overview", embedded, { event: (frame) => frames.push(frame) });
  client.subscribe("observed.frame", embedded, { event: (frame) => observed.push(frame) });
  await until("live");
  await client.request("traffic.start", {
    serverId: "embedded",
    models: ["mlp"],
    concurrency: 4,
    seconds: 5,
  });
  await vi.waitFor(() => {
    const [mlp] = frames.at(-1)?.models ?? [];
    expect(mlp).toMatchObject({ name: "mlp", state: "READY", versions: ["1"] });
    for (const figure of ["inferencesPerSecond", "latencyP99Ms", "meanBatch"])
      expect(
        observed.at(-1)?.figures.find((each) => each.model === "mlp" && each.figure === figure)
          ?.value,
      ).toBeGreaterThan(0);
  }, slow);
  expect(frames.at(-1)).toMatchObject({ live: true, cache: { capacityBytes: 67_108_864 } });
  const series = await client.request("observed.series", {
    serverId: "embedded",
    keys: [{ kind: "figure", figure: "executionsPerSecond", model: "mlp" }],
    from: 0,
    to: Date.now() + 1000,
    maxPoints: 300,
  });
  const executions = series.flatMap(({ values: [executed] }) => executed?.by ?? []);
  expect(executions.length).toBeGreaterThan(0);
});

test("an engine that is killed comes back, and the figures with it", {
  timeout: 60_000,
}, async () => {
  const { client, events, status, until } = await start();
  const frames: OverviewFrame[] = [];
  client.subscribe(
    "telemetry.overview",
    { serverId: "embedded" },
    { event: (frame) => frames.push(frame) },
  );
  await until("live");
  await vi.waitFor(() => expect(frames.at(-1)?.live).toBe(true), slow);
  const before = frames.length;
  process.kill(status()?.pid ?? 0, "SIGKILL");
  await until("restarting");
  await expect(
    client.request("models.load", { serverId: "embedded", model: "mlp" }),
  ).rejects.toMatchObject({ code: "UNAVAILABLE" });
  // By the time that this test looks the engine may be back.
  await vi.waitFor(
    () => expect(frames.slice(before).map(({ live }) => live)).toContain(false),
    slow,
  );
  await until("live");
  expect(status()?.restarts).toBe(1);
  await vi.waitFor(() => expect(frames.at(-1)?.live).toBe(true), slow);
  const reported = events.map(({ message }) => message);
  expect(reported.some((message) => message.includes("ended unexpectedly"))).toBe(true);
  expect(reported.some((message) => message.includes("serves again"))).toBe(true);
});

test("models are unloaded and loaded, and their page says what they are", {
  timeout: 60_000,
}, async () => {
  const { client, until } = await start();
  await until("live");
  const mlp = { serverId: "embedded", model: "mlp" };
  expect(await client.request("models.detail", mlp)).toMatchObject({
    ready: true,
    platform: "onnxruntime_onnx",
    inputs: [{ datatype: "FP32", shape: [-1, 128] }],
    config: { name: "mlp", backend: "onnxruntime" },
    instances: expect.arrayContaining([expect.objectContaining({ provider: "cpu" })]),
  });
  await client.request("models.unload", mlp);
  expect(await client.request("models.detail", mlp)).toMatchObject({ ready: false, config: null });
  await client.request("models.load", mlp);
  expect(await client.request("models.detail", mlp)).toMatchObject({ ready: true });
  await expect(client.request("models.detail", { ...mlp, model: "missing" })).rejects.toMatchObject(
    {
      code: "NOT_FOUND",
    },
  );
  await expect(client.request("models.detail", { ...mlp, serverId: "x" })).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: "There is no server 'x'; there is 'embedded'.",
  });
});

test("an engine that crashes three times is abandoned, and its log can be read", {
  timeout: 60_000,
}, async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-host-"));
  fs.mkdirSync(path.join(directory, "models"));
  const script = path.join(directory, "crash.mjs");
  fs.writeFileSync(script, `console.error("out of luck"); process.exit(3);`);
  const { client, events, status, until } = await start({
    directory,
    engine: pathToFileURL(script),
  });
  await until("failed");
  expect(status()).toMatchObject({ restarts: 2, reason: "its process ended with exit code 3." });
  expect(await client.request("host.engineLog", {})).toContain("out of luck");
  await vi.waitFor(() => expect(events.at(-1)?.level).toBe("error"), slow);
});

test("a missing model repository is one clear sentence", { timeout: 60_000 }, async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-host-"));
  const { events, until, repository } = await start({ directory });
  await until("failed");
  await vi.waitFor(() =>
    expect(events.map(({ message }) => message)).toEqual([
      `The embedded engine cannot start: the model repository cannot be read. '${repository}' does not exist.`,
    ]),
  );
});

test("settings and events are kept across hosts, and two hosts do not share a directory", {
  timeout: 60_000,
}, async () => {
  const { client, directory, close, events } = await start();
  await vi.waitFor(() => expect(events.length).toBeGreaterThan(0), slow);
  await client.request("settings.set", { theme: "dark", ui: { pane: 3, old: 1 } });
  await client.request("settings.set", { ui: { old: null, page: "overview" } });
  await expect(startTestHost({ directory })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
  await close();
  const again = await start({ directory });
  expect(await again.client.request("settings.get", {})).toEqual({
    theme: "dark",
    ui: { pane: 3, page: "overview" },
  });
  expect(await again.client.request("host.info", {})).toMatchObject({
    version: "test",
    modelRepositories: [again.repository],
  });
  await vi.waitFor(() => expect(again.events).toEqual(expect.arrayContaining(events)), slow);
});
