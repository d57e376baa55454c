// Searches on a server that is not the embedded engine: the real engine, connected to from outside.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as joined } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { quietGeneratorProgram } from "../../base/testing/program-files.ts";
import { FLOAT, GraphBuilder } from "../../assets/sample-models/onnx/graph.ts";
import { startClients } from "../clients/start-clients.ts";
import { sampleTrial } from "../clients/testing/samples.ts";
import { systemClock } from "../../base/clock.ts";
import type {
  Canary,
  ExperimentPlan,
  PreparedTrial,
  TrafficState,
  Trial,
} from "../contract/index.ts";
import { HostEvents } from "../events/events.ts";
import { Canaries } from "../fleets/canary/canaries.ts";
import { fleetMigrations } from "../fleets/fleet-store.ts";
import type { Fleets } from "../fleets/fleets.ts";
import { MeasurementLock, startLab, type Lab, labMigrations } from "../lab/index.ts";
import { FakeConfigs } from "../lab/testing/lab-fixture.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import { serverDirectory } from "../servers/directory.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { SizeStore, sizeMigrations } from "./size-store.ts";
import { Sizes } from "./sizes.ts";
import { type RealEngine, startRealEngine } from "./testing/real-engine.ts";

const never = new AbortController().signal;
const FAILED_PROBES = "batchdeck_inference_size_probe_failure";
const FAILURES = "nv_inference_request_failure";
const SUCCESSES = "nv_inference_request_success";

/** A PNG file of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let directory: string;
let engine: RealEngine;
let data: DataDirectory;
let events: HostEvents;
let sizes: Sizes;
let servers: ServerDirectory;
let lab: Lab;
let clients: ReturnType<typeof startClients>;

/** Runs with images of `edge` × `edge` alone, which nothing but a request shows. */
async function writeModel(name: string, edge: number): Promise<void> {
  const graph = new GraphBuilder();
  const elements = 3 * edge * edge;
  const weights = graph.floats("w", [elements, 1], new Float32Array(elements));
  graph.output("y", "MatMul", [graph.node("Flatten", ["x"]), weights]);
  const file = graph.finish(
    name,
    [{ name: "x", type: FLOAT, shape: ["N", 3, "H", "W"] }],
    [{ name: "y", type: FLOAT, shape: ["N", 1] }],
  );
  await mkdir(path.join(directory, "models", name, "1"), { recursive: true });
  await writeFile(path.join(directory, "models", name, "1", "model.onnx"), file);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "batchdeck-remote-sizes-"));
  await writeModel("third", 640);
  await writeModel("none", 40);
  engine = await startRealEngine(path.join(directory, "models"), "remote");
});

beforeEach(async () => {
  const kept = await mkdtemp(path.join(directory, "data-"));
  data = openDataDirectory(kept, [...labMigrations, ...sizeMigrations, ...fleetMigrations]);
  events = new HostEvents();
  sizes = new Sizes({
    store: new SizeStore(data.db),
    clock: systemClock,
    events,
    // Its model files are out of reach.
    readFileFacts: () => Promise.resolve(null),
    isBusy: () => lab.turn.holder !== null,
  });
  servers = serverDirectory([engine.adapter]);
  clients = startClients({ servers, clock: systemClock, sizes });
  lab = startLab({
    turn: new MeasurementLock(),
    servers,
    db: data.db,
    events,
    generatorEntry: quietGeneratorProgram,
    clock: systemClock,
    configs: new FakeConfigs(),
    sizes,
  });
  return async () => {
    await lab.close();
    data.close();
  };
});

afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

const detailOf = (model: string) => engine.adapter.modelDetail(model);
const request = (model: string) =>
  sampleTrial({ serverId: "remote", name: model }, { deadlineMs: 30_000 });

/** Requests that reached a model so far, by how they ended. */
async function requestsOf(model: string) {
  const [ok, failed, probes] = await Promise.all(
    [SUCCESSES, FAILURES, FAILED_PROBES].map((metric) => engine.count(metric, model)),
  );
  return { ok: ok ?? 0, failed: failed ?? 0, probes: probes ?? 0 };
}

/** How many more requests reached a model while `work` was done. */
async function grown(model: string, work: () => Promise<unknown>) {
  const before = await requestsOf(model);
  await work();
  const after = await requestsOf(model);
  return {
    ok: after.ok - before.ok,
    failed: after.failed - before.failed,
    probes: after.probes - before.probes,
  };
}

it("[SIZE-6] gets no request before a user sends one, which has the likeliest sizes", async () => {
  const prepared = async () =>
    (await clients.requests["clients.prepare"](request("third"), never)) as PreparedTrial;
  const first = { shapes: { x: [3, 224, 224] } };
  expect(
    await grown("third", async () => {
      expect((await prepared()).sizes).toMatchObject({ state: "untried", ...first, attempts: [] });
    }),
  ).toEqual({ ok: 0, failed: 0, probes: 0 });
  // What a user sends is a request like any other.
  expect(
    await grown("third", async () => {
      const trial = (await clients.requests["clients.send"](request("third"), never)) as Trial;
      expect(trial.status).toMatchObject({ ok: false, code: "HTTP 500" });
    }),
  ).toEqual({ ok: 0, failed: 1, probes: 0 });
  expect((await prepared()).sizes).toMatchObject({ state: "untried", ...first });
});

it("[SIZE-6, SIZE-8, SIZE-10] is searched when a user asks for it; what fails is no failure of the model", async () => {
  const found = { state: "found", shapes: { x: [3, 640, 640] } };
  expect(
    await grown("third", async () => {
      const result = await sizes.search(engine.adapter, await detailOf("third"), never);
      expect(result).toMatchObject({
        ...found,
        attempts: [{ ok: false }, { ok: false }, { ok: true }],
      });
    }),
  ).toEqual({ ok: 1, failed: 0, probes: 2 });
  expect(events.list().map(({ message }) => message)).toEqual([
    "Found sizes that run for 'third' with 3 requests: x [3, 640, 640].",
  ]);
  expect(await sizes.get(engine.adapter, await detailOf("third"))).toMatchObject(found);
});

it("[SIZE-7] sample traffic checks it with one request and asks for the shape", async () => {
  expect(
    await grown("none", async () => {
      const state = (await lab.requests["traffic.start"](
        { serverId: "remote", models: ["none"], concurrency: 1, seconds: 1 },
        never,
      )) as TrafficState;
      expect(state).toMatchObject({ running: false, skipped: [{ model: "none" }] });
      expect(state.skipped[0]?.sizes?.attempts).toHaveLength(1);
    }),
  ).toEqual({ ok: 0, failed: 0, probes: 1 });
});

it("[SIZE-4] two callers share one search; each may leave it, and the last one ends it", async () => {
  const detail = await detailOf("none");
  const leaves = new AbortController();
  expect(
    await grown("none", async () => {
      const [one, other, gone] = [never, never, leaves.signal].map((signal) =>
        sizes.search(engine.adapter, detail, signal),
      );
      await joined();
      leaves.abort();
      await expect(gone).rejects.toThrow("cancelled");
      const result = await one;
      expect(result).toMatchObject({ state: "failed" });
      expect(await other).toBe(result);
    }),
  ).toEqual({ ok: 0, failed: 0, probes: 7 });
  expect(events.list()).toHaveLength(1);

  const both = [new AbortController(), new AbortController()];
  const cancelled = both.map(({ signal }) => sizes.search(engine.adapter, detail, signal));
  await joined();
  for (const each of both) each.abort();
  for (const each of cancelled) await expect(each).rejects.toThrow("cancelled");
  expect(await sizes.get(engine.adapter, detail)).toMatchObject({ state: "untried" });
  expect(events.list()).toHaveLength(1);
});

it("[SIZE-5, LAB-INPUT-1] images get the size that is remembered", async () => {
  await sizes.search(engine.adapter, await detailOf("third"), never);
  const folder = path.join(directory, "images");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "a.png"), Buffer.from(PIXEL, "base64"));
  const { plan } = (await lab.requests["lab.suggest"](
    { serverId: "remote", model: "third" },
    never,
  )) as { plan: ExperimentPlan };
  const inputs = { kind: "images", input: "x", folder, scaling: "unit" } as const;
  const id = await lab.runner.start(
    {
      ...plan,
      traffic: plan.traffic.map((each) => ({ ...each, shapes: {}, inputs })),
      load: { kind: "concurrency", levels: [1], thinkMs: 0 },
      secondsPerStep: 0.5,
      warmup: { kind: "fixed", seconds: 0.2 },
    },
    "",
  );
  const { plan: ran, reason, steps } = await lab.runner.finished(id);
  expect([ran.traffic[0]?.shapes, reason]).toEqual([{ x: [3, 640, 640] }, null]);
  expect(steps[0]).toMatchObject({ failures: [] });
  expect(steps[0]?.successes).toBeGreaterThan(0);
});

it("[SIZE-5, FLEET-C2] a comparison of two servers gets the sizes that are remembered", async () => {
  await sizes.search(engine.adapter, await detailOf("third"), never);
  await using canaries = new Canaries({
    fleets: {} as Fleets,
    servers,
    db: data.db,
    clock: systemClock,
    events,
    generatorEntry: quietGeneratorProgram,
    lab,
    sizes,
  });
  let all: Canary[] = [];
  canaries.topics["canary.list"]({}, { event: (each) => (all = each), error: () => {} });
  const side = { server: "remote", model: "third", modelVersion: "" };
  await canaries.requests["canary.start"](
    {
      a: side,
      b: side,
      wire: "http",
      batchSize: 1,
      inputs: 2,
      seed: 1,
      absolute: 0,
      relative: 0,
      seconds: 0.5,
      requestsPerSecond: 20,
      share: 0.5,
      deadlineMs: 10_000,
    },
    never,
  );
  await vi.waitFor(() => expect(all[0]?.state).toBe("done"), { timeout: 30_000 });
  expect(all[0]).toMatchObject({ compared: 2, notCompared: { count: 0 } });
  expect(all[0]?.traffic?.a).toMatchObject({ failed: 0 });
});
