import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { executeDelay } from "../../../engine/testing/repository.ts";
import type { RequestParams, TuningSearch } from "../../contract/index.ts";
import { startTestHost, type TestHost } from "../../testing/test-host.ts";
import { ConfigurationSearch } from "../search/search.ts";
import { SearchStore } from "./search-store.ts";

const serverId = "embedded";
const model = "echo";
const SLOW = { timeout: 180_000 };

/** 5 ms per execution: a measurement waits more than it computes, and larger batches serve more. */
const CONFIG = `backend: "identity"
max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 4 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
${executeDelay(5)}
`;

let host: TestHost;

beforeEach(async () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-searches-"));
  const folder = path.join(directory, "models", model);
  fs.mkdirSync(path.join(folder, "1"), { recursive: true });
  fs.writeFileSync(path.join(folder, "config.pbtxt"), CONFIG);
  host = await startTestHost({ directory });
  await host.until("live");
}, 60_000);

afterEach(async () => {
  await host.close();
  fs.rmSync(host.directory, { recursive: true, force: true });
});

type Order = RequestParams<"tuning.search.start">;

async function start(more: Partial<Order> = {}): Promise<number> {
  const { plan } = await host.client.request("lab.suggest", { serverId, model });
  const order: Order = {
    plan: { ...plan, secondsPerStep: 0.5, warmup: { kind: "fixed", seconds: 0.2 } },
    name: "",
    goal: { kind: "throughput", p99Ms: null },
    ranges: { maxBatchSize: 8, maxInstances: 2, maxDelayUs: 500, clients: [1, 4] },
    trials: 3,
    minutes: null,
    pairs: 2,
    withOtherTraffic: false,
    ...more,
  };
  return (await host.client.request("tuning.search.start", order)).id;
}

/** Where batches of four are far better than none. */
const ONE_BETTER: Order["ranges"] = {
  maxBatchSize: 4,
  maxInstances: 1,
  maxDelayUs: 0,
  clients: [4],
};

const get = (id: number): Promise<TuningSearch> => host.client.request("tuning.search.get", { id });

const until = (id: number, reached: (search: TuningSearch) => boolean): Promise<TuningSearch> =>
  vi.waitFor(
    async () => {
      const search = await get(id);
      expect(reached(search), search.state).toBe(true);
      return search;
    },
    { timeout: 120_000, interval: 50 },
  );

const ended = ({ finishedAt }: TuningSearch) => finishedAt !== null;
const served = async () => (await host.client.request("models.detail", { serverId, model })).config;
const file = () => fs.readFileSync(path.join(host.repository, model, "config.pbtxt"), "utf8");

it(
  "TUNE-12 TUNE-13: searches, confirms or refutes the best, and restores the former configuration",
  SLOW,
  async () => {
    const before = await served();
    const text = file();
    const id = await start();
    const search = await until(id, ended);
    expect(search).toMatchObject({ state: "finished", problem: null, current: null });
    expect(search.measured.length).toBeGreaterThan(1);
    expect(search.measured.length).toBeLessThanOrEqual(3);
    expect(search.measured[0]?.point.settings).toEqual(search.baseline);
    expect(search.map.length).toBeGreaterThan(10);
    expect(search.result?.found).toEqual(search.best);
    expect(await served()).toEqual(before);
    expect(file()).toBe(text);
    const [listed] = await host.client.request("tuning.searches", {});
    expect(listed).toMatchObject({ id, tried: search.measured.length });
    for (const format of ["html", "markdown"] as const) {
      const { content } = await host.client.request("tuning.search.report", { id, format });
      expect(content).toContain("Highest throughput");
    }
  },
);

it(
  "TUNE-14: pauses with the former configuration, resumes, and stops with the best so far",
  SLOW,
  async () => {
    const before = await served();
    const id = await start({ trials: 100 });
    await until(id, ({ measured }) => measured.length > 1);
    await host.client.request("tuning.search.pause", { id });
    await until(id, ({ state }) => state === "paused");
    expect(await served()).toEqual(before);
    await host.client.request("tuning.search.resume", { id, withOtherTraffic: false });
    await until(id, ({ state }) => state !== "paused");
    await host.client.request("tuning.search.stop", { id });
    const search = await get(id);
    expect(search).toMatchObject({ state: "stopped", result: null });
    expect(search.best).not.toBeNull();
    expect(await served()).toEqual(before);
  },
);

it(
  "TUNE-24: repeats a confirmation, and keeps the former result if that is stopped",
  SLOW,
  async () => {
    const before = await served();
    const original = Object.getOwnPropertyDescriptor(SearchStore.prototype, "save")?.value;
    const busy = vi.spyOn(SearchStore.prototype, "save").mockImplementation(function (
      this: SearchStore,
      search,
    ) {
      const result = search.result && { ...search.result, conclusion: "unconfirmed" as const };
      Reflect.apply(original, this, [{ ...search, result }]);
    });
    try {
      const id = await start({ ranges: ONE_BETTER });
      const first = await until(id, ended);
      const again = { id, withOtherTraffic: false };
      await host.client.request("tuning.search.resume", again);
      await until(id, ({ confirming }) => confirming !== null);
      await host.client.request("tuning.search.stop", { id });
      expect(await get(id)).toEqual({ ...first, finishedAt: expect.any(Number) });
      busy.mockRestore();
      await host.client.request("tuning.search.resume", again);
      const { result, measured } = await until(id, ended);
      expect(measured).toEqual(first.measured);
      expect(result?.found).toEqual(first.result?.found);
      expect(result?.confirmation).not.toEqual(first.result?.confirmation);
      expect(await served()).toEqual(before);
    } finally {
      busy.mockRestore();
    }
  },
);

it(
  "TUNE-23: fails if what it found can't be stored, and restores the former configuration",
  SLOW,
  async () => {
    const before = await served();
    const broken = vi.spyOn(ConfigurationSearch.prototype, "best").mockReturnValue({
      point: { settings: { maxBatchSize: 8, delayUs: 0, instances: 1 }, clients: 4 },
      expected: { throughput: Number.NaN, p99Ms: 1 },
      meets: 1,
    });
    try {
      const search = await until(await start(), ended);
      expect(search.state).toBe("failed");
      expect(search.problem).toMatch(
        /^Search \d+ can't be stored: best\.expected\.throughput: .*NaN/,
      );
      expect(await served()).toEqual(before);
    } finally {
      broken.mockRestore();
    }
  },
);
