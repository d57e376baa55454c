import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestHost, type TestHost } from "../testing/test-host.ts";

let host: TestHost;
const serverId = "embedded";
const mlp = { serverId, model: "mlp" };

const ensemble = (name: string, over: string, max = 64) => `name: "${name}"
platform: "ensemble"
max_batch_size: ${max}
input [ { name: "x" data_type: TYPE_FP32 dims: [ 128 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 10 ] } ]
ensemble_scheduling { step [ {
  model_name: "${over}" model_version: -1
  input_map { key: "x" value: "x" }
  output_map { key: "y" value: "y" }
} ] }
`;

function addModel(name: string, config: string): void {
  const folder = path.join(host.repository, name);
  fs.mkdirSync(path.join(folder, "1"), { recursive: true });
  fs.writeFileSync(path.join(folder, "config.pbtxt"), config);
}

beforeAll(async () => {
  host = await startTestHost();
  await host.until("live");
  addModel("pipe", ensemble("pipe", "mlp"));
  addModel("outer", ensemble("outer", "pipe"));
  addModel("asleep", ensemble("asleep", "mlp"));
  for (const model of ["pipe", "outer"])
    await host.client.request("models.load", { serverId, model });
}, 60_000);

afterAll(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

const usage = () => host.client.request("models.usage", mlp);
const served = async () =>
  (await host.client.request("models.detail", mlp)).config?.["max_batch_size"];

describe("what uses a model", { timeout: 90_000 }, () => {
  test("[USE-1] ensembles are named, also through others, with whether they serve", async () => {
    expect(await usage()).toMatchObject({
      ensembles: [
        { name: "asleep", serving: false },
        { name: "outer", serving: true },
        { name: "pipe", serving: true },
      ],
      unchecked: [],
      problem: null,
      override: false,
      experiments: [],
      sampleTraffic: [],
    });
  });

  test("[USE-1] sample traffic to an ensemble that stops with it counts, while it runs", async () => {
    const traffic = { serverId, models: ["pipe"], concurrency: 1, seconds: 60 };
    await host.client.request("traffic.start", traffic);
    expect((await usage()).sampleTraffic).toEqual(["pipe"]);
    await host.client.request("traffic.stop", {});
    expect((await usage()).sampleTraffic).toEqual([]);
  });

  test("[USE-1] a running experiment is named; those of other models are not", async () => {
    const { plan } = await host.client.request("lab.suggest", { serverId, model: "outer" });
    const { id } = await host.client.request("lab.start", { plan, name: "nightly" });
    expect((await usage()).experiments).toEqual([
      { id, name: "nightly", state: "running", model: "outer" },
    ]);
    const other = await host.client.request("models.usage", { serverId, model: "asleep" });
    expect(other.experiments).toEqual([]);
    await host.client.request("lab.cancel", { id });
    expect((await usage()).experiments).toEqual([]);
  });

  test("[USE-1] enabled alert rules about the model are named, and whether they become active", async () => {
    const draft = {
      scope: { kind: "all" as const },
      forSeconds: 5,
      severity: "warning" as const,
      enabled: true,
    };
    const limit = { kind: "figure" as const, comparison: "over" as const, threshold: 1e9 };
    const figure = { ...limit, figure: "requestsPerSecond" as const };
    const rules = [
      { ...draft, name: "Down", condition: { kind: "notReady" as const, model: null } },
      { ...draft, name: "Busy", condition: { ...figure, model: "mlp" } },
      { ...draft, name: "Other", condition: { ...figure, model: "other" } },
      { ...draft, name: "Any", condition: { ...figure, model: null } },
      { ...draft, name: "Off", enabled: false, condition: { ...figure, model: "mlp" } },
    ];
    for (const rule of rules) await host.client.request("alerts.save", { id: null, rule });
    expect((await usage()).alertRules.map(({ name, fires }) => [name, fires])).toEqual([
      ["Down", true],
      ["Busy", false],
    ]);
  });

  test("a model that is not there is used by nothing", async () => {
    expect(await host.client.request("models.usage", { serverId, model: "nosuch" })).toMatchObject({
      ensembles: [],
      override: false,
    });
  });

  test("[USE-5] [USE-6] loading again brings back the override and the ensembles", async () => {
    const { text, etag } = await host.client.request("configs.get", mlp);
    const smaller = text.replace("max_batch_size: 64", "max_batch_size: 128");
    await host.client.request("configs.apply", {
      ...mlp,
      text: smaller,
      baseEtag: etag,
      note: "",
      place: "server",
    });
    expect(await served()).toBe(128);
    expect((await usage()).override).toBe(true);
    const { stopped } = await host.client.request("models.unload", mlp);
    expect(stopped.map(({ model }) => model).sort()).toEqual(["outer", "pipe"]);
    expect((await usage()).ensembles.every(({ serving }) => !serving)).toBe(true);
    await host.client.request("models.load", { ...mlp, again: true });
    expect(await served()).toBe(128);
    await vi.waitFor(
      async () =>
        expect((await usage()).ensembles).toEqual([
          { name: "asleep", serving: false },
          { name: "outer", serving: true },
          { name: "pipe", serving: true },
        ]),
      { timeout: 20_000, interval: 100 },
    );
  });

  test("[USE-5] a plain load after an unload serves the file", async () => {
    await host.client.request("models.unload", mlp);
    await host.client.request("models.load", mlp);
    expect(await served()).toBe(64);
    await host.client.request("models.unload", mlp);
    await host.client.request("models.load", { ...mlp, again: true });
    expect(await served()).toBe(64);
  });
});
