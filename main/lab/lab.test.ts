import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import {
  type ExperimentPlan,
  type ExperimentProgress,
  experiment,
  experimentProgress,
  type TopicEvent,
  type TopicName,
  type TopicParams,
  type Traffic,
} from "../contract/index.ts";
import { HostEvents } from "../events/events.ts";
import { serverDirectory } from "../servers/directory.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { createLab, type Lab, type LabConfigs, labMigrations } from "./index.ts";
import { ExperimentStore } from "./store/experiment-store.ts";
import { suggestPlan } from "./suggest.ts";
import { detail, FakeServer } from "./testing/fake-server.ts";
import { answerOk, startTestServer, type TestServer } from "./testing/inference-server.ts";

const never = new AbortController().signal;
const suggested = suggestPlan(detail()).plan;
const levels = (...levels: number[]): ExperimentPlan["load"] => ({
  kind: "concurrency",
  levels,
  thinkMs: 0,
});
const plan: ExperimentPlan = {
  ...suggested,
  load: levels(1, 2),
  secondsPerStep: 0.5,
  warmup: { kind: "fixed", seconds: 0.1 },
};

let directory: string;
let data: DataDirectory;
let http: TestServer;
let server: FakeServer;
let events: HostEvents;
let lab: Lab;
let configText: string;

const configs: LabConfigs = {
  held: async () => ({ text: configText, override: false, servedEtag: configText }),
  configure: async (_server, _model, text) => void (configText = text),
  restore: async (_server, _model, held) => void (configText = held.text),
};

function open(): Lab {
  return createLab({
    servers: serverDirectory([server]),
    db: data.db,
    events,
    generatorEntry: new URL("./generator/process.ts", import.meta.url),
    clock: systemClock,
    configs,
  });
}

beforeEach(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-lab-"));
  data = openDataDirectory(directory, labMigrations);
  http = await startTestServer(answerOk(2));
  server = new FakeServer(http.address, () => http.requests);
  events = new HostEvents();
  configText = 'name: "ranker"\n';
  lab = open();
});

afterEach(async () => {
  await lab.close();
  data.close();
  http.kill();
  fs.rmSync(directory, { recursive: true, force: true });
});

function subscribe<N extends keyof Lab["topics"] & TopicName>(
  name: N,
  params: TopicParams<N>,
  event: (event: TopicEvent<N>) => void,
): Disposable {
  const handler = lab.topics[name] as (params: unknown, sink: unknown) => Disposable;
  return handler(params, { event, error: () => {} });
}

/** Resolves with the first progress that `wanted` accepts. */
async function progress(
  id: number,
  wanted: (progress: ExperimentProgress) => boolean,
): Promise<ExperimentProgress> {
  const { promise, resolve } = Promise.withResolvers<ExperimentProgress>();
  using _subscription = subscribe("lab.progress", { id }, (event) => {
    experimentProgress.parse(event);
    if (wanted(event)) resolve(event);
  });
  return await promise;
}

const finished = (id: number) => progress(id, ({ phase }) => phase === "finished");
const start = async (more: Partial<ExperimentPlan> = {}) =>
  (await lab.requests["lab.start"]({ plan: { ...plan, ...more }, name: "" }, never)).id;
const get = (id: number) =>
  lab.requests["lab.get"]({ id }, never) as ReturnType<ExperimentStore["get"]>;

describe("an experiment", () => {
  it("measures every concurrency with the server's split over the same span, and keeps it", async () => {
    const id = await start();
    await finished(id);
    const result = get(id);
    experiment.parse(result);
    expect(result).toMatchObject({ state: "done", reason: null, name: "ranker, 1/2" });
    expect(result.environment.configText).toBe('name: "ranker"\n');
    expect(result.steps.map(({ load }) => load.value)).toEqual([1, 2]);
    for (const step of result.steps) {
      expect(step.complete).toBe(true);
      expect(step.requestsPerSecond).toBeCloseTo(step.successes / step.seconds, 6);
      expect(step.server).toMatchObject({ queueMs: 1, computeInferMs: 2, requestMs: 4 });
      expect(step.server?.requests).toBeGreaterThan(0);
      expect(step.server?.seconds).toBeGreaterThan(0.4);
      expect(step.server?.batches[0]?.[0]).toBe(2);
    }
    const [summary] = await lab.requests["lab.list"]({ model: "ranker" }, never);
    const valid = result.steps.filter(({ verdict }) => verdict.verdict === "valid");
    const best = Math.max(...valid.map((step) => step.inferencesPerSecond));
    expect(summary?.bestInferencesPerSecond ?? Number.NEGATIVE_INFINITY).toBeCloseTo(best, 6);
    expect(summary).toMatchObject({ steps: 2, invalidSteps: 2 - valid.length });
    expect(await lab.requests["lab.list"]({ model: "other" }, never)).toEqual([]);
  });

  it("counts items, not requests, as inferences", async () => {
    const id = await start({
      traffic: [{ ...(plan.traffic[0] as Traffic), batchSize: 8 }],
      load: levels(1),
    });
    await finished(id);
    const [step] = get(id).steps;
    expect(step?.inferencesPerSecond).toBeCloseTo(8 * (step?.requestsPerSecond ?? 0), 6);
  });

  it("tells its progress with the time left", async () => {
    const id = await start();
    const running = await progress(id, ({ phase, live }) => phase === "measuring" && live !== null);
    expect(running).toMatchObject({ state: "running", stepCount: 2 });
    expect(running.words).toBe("concurrency 1");
    expect(running.secondsLeft).toBeGreaterThan(0.5);
    expect(running.secondsLeft).toBeLessThan(1.2);
    expect(await finished(id)).toMatchObject({ state: "done", secondsLeft: 0 });
  });

  it("refuses a second one, naming the one that runs", async () => {
    const id = await start();
    await expect(start()).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: `Experiment ${id} 'ranker, 1/2' is running; experiments run one at a time.`,
    });
    expect(() => lab.requests["lab.remove"]({ id }, never)).toThrow("cancel it first");
    await lab.requests["lab.cancel"]({ id }, never);
  });

  it("keeps what was measured when it is cancelled", async () => {
    const id = await start({ secondsPerStep: 60 });
    await progress(id, ({ phase, live }) => phase === "measuring" && live !== null);
    await lab.requests["lab.cancel"]({ id }, never);
    const result = get(id);
    expect(result).toMatchObject({ state: "cancelled", reason: "Cancelled at concurrency 1." });
    expect(result.steps[0]?.complete).toBe(false);
    expect(result.steps[0]?.successes).toBeGreaterThan(0);
    await expect(lab.requests["lab.cancel"]({ id }, never)).rejects.toThrow("it is cancelled");
  });

  it("is interrupted with what it measured when the server's process ends", async () => {
    const id = await start({ secondsPerStep: 60 });
    await progress(id, ({ phase, live }) => phase === "measuring" && live !== null);
    http.kill();
    server.setStatus({ state: "restarting", pid: null, restarts: 1, reason: "killed by SIGKILL" });
    await finished(id);
    const result = get(id);
    expect(result.state).toBe("interrupted");
    expect(result.reason).toBe("At concurrency 1: Embedded engine went away: killed by SIGKILL");
    expect(result.steps[0]?.successes).toBeGreaterThan(0);
    expect(events.list().at(-1)).toMatchObject({ level: "warning", source: "lab" });
    server.setStatus({ state: "live", pid: 4712, reason: null });
  });

  it("fails, naming the first failure, when no request succeeds", async () => {
    http.kill();
    const id = await start({ load: levels(1) });
    await finished(id);
    expect(get(id).state).toBe("failed");
    expect(get(id).reason).toMatch(/^No request succeeded\. UNAVAILABLE: connect ECONNREFUSED/);
  });

  it("is marked interrupted when the host ends, and when it was gone without a word", async () => {
    const id = await start({ secondsPerStep: 60 });
    await progress(id, ({ phase, live }) => phase === "measuring" && live !== null);
    await lab.close();
    expect(get(id)).toMatchObject({ state: "interrupted", reason: "The console was closed." });

    const { environment, plan: kept } = get(id);
    const store = new ExperimentStore(data.db);
    const left = store.create({ name: "left", plan: kept, environment }, 5);
    lab = open();
    expect(get(left)).toMatchObject({
      state: "interrupted",
      reason: "The console ended while it ran.",
    });
  });

  it("is refused for a model whose inputs cannot be generated, naming input and reason", async () => {
    server.model = detail({ inputs: [{ name: "blob", datatype: "COMPLEX64", shape: [-1, 4] }] });
    const message =
      "Input 'blob' of model 'ranker' cannot be generated: its datatype 'COMPLEX64' is not one of the protocol's.";
    const refusal = { code: "FAILED_PRECONDITION", message };
    await expect(start()).rejects.toMatchObject(refusal);
    await expect(
      lab.requests["lab.suggest"]({ serverId: "embedded", model: "ranker" }, never),
    ).rejects.toMatchObject(refusal);
    expect(await lab.requests["lab.list"]({}, never)).toEqual([]);
  });

  it("is interrupted when the model's configuration changes under it", async () => {
    const id = await start();
    configText += "dynamic_batching { }\n";
    expect(await finished(id)).toMatchObject({
      state: "interrupted",
      reason:
        "The configuration of 'ranker' was changed during the step at concurrency 1, which measured both.",
    });
    expect(get(id).steps).toHaveLength(1);
  });

  it("fails and says so when a step cannot be stored", async () => {
    data.db.run(
      "CREATE TRIGGER full BEFORE INSERT ON experiment_steps BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    const id = await start({ load: levels(1) });
    expect((await finished(id)).state).toBe("failed");
    expect(events.list().at(-1)).toMatchObject({ level: "error" });
    expect(events.list().at(-1)?.message).toContain("disk full");
  });
});

describe("the list of experiments", () => {
  it("can be renamed in and removed from, and tells of each change", async () => {
    const counts: number[] = [];
    using _changes = subscribe("lab.changed", {}, ({ count }) => counts.push(count));
    const id = await start({ load: levels(1) });
    await finished(id);
    await new Promise((resolve) => setImmediate(resolve));
    await lab.requests["lab.update"]({ id, name: " before " }, never);
    expect(get(id).name).toBe("before");
    expect(() => lab.requests["lab.update"]({ id, name: " " }, never)).toThrow("name is empty");
    await lab.requests["lab.remove"]({ id }, never);
    expect(() => get(id)).toThrow(`There is no experiment ${id}`);
    expect(counts).toEqual([0, 1, 1, 1, 0]);
  });

  it("exports CSV and JSON", async () => {
    const id = await start({ load: levels(1) });
    await finished(id);
    const csv = await lab.requests["lab.export"]({ id, format: "csv" }, never);
    expect(csv).toMatchObject({ fileName: `experiment-${id}-ranker.csv`, mediaType: "text/csv" });
    expect(csv.content.split("\n")).toHaveLength(3);
    const json = await lab.requests["lab.export"]({ id, format: "json" }, never);
    expect(JSON.parse(json.content)).toMatchObject({ format: "batchdeck.experiment", version: 2 });
  });
});

describe("sample traffic", () => {
  const request = { serverId: "embedded", models: ["ranker", "mlp"], concurrency: 2 };

  it("runs on several models and stops by itself", async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const state = await lab.requests["traffic.start"]({ ...request, seconds: 1 }, never);
    expect(state).toMatchObject({ running: true, models: ["ranker", "mlp"], concurrency: 2 });
    using _state = subscribe("traffic.state", {}, (each) => !each.running && resolve());
    await stopped;
    expect(http.requests).toBeGreaterThan(10);
    expect(http.connections).toBe(4);
  });

  it("leaves out models that it cannot be made for, unless that leaves none", async () => {
    const models = ["sequence", "mlp"];
    const state = await lab.requests["traffic.start"]({ ...request, models, seconds: 60 }, never);
    expect(state).toMatchObject({ running: true, models: ["mlp"] });
    await lab.requests["traffic.stop"]({}, never);
    await expect(
      lab.requests["traffic.start"]({ ...request, models: ["sequence"], seconds: 1 }, never),
    ).rejects.toThrow("takes sequences");
  });

  it("stops when asked, and before an experiment starts", async () => {
    await lab.requests["traffic.start"]({ ...request, seconds: 60 }, never);
    expect(await lab.requests["traffic.stop"]({}, never)).toMatchObject({ running: false });
    await lab.requests["traffic.start"]({ ...request, seconds: 60 }, never);
    const id = await start({ load: levels(1) });
    using _state = subscribe("traffic.state", {}, ({ running }) => expect(running).toBe(false));
    await expect(
      lab.requests["traffic.start"]({ ...request, seconds: 1 }, never),
    ).rejects.toMatchObject({ code: "FAILED_PRECONDITION" });
    await finished(id);
  });

  it("ends with the reason when the server's process ends", async () => {
    await lab.requests["traffic.start"]({ ...request, seconds: 60 }, never);
    const { promise: stopped, resolve } = Promise.withResolvers<string | null>();
    using _state = subscribe("traffic.state", {}, (each) => !each.running && resolve(each.error));
    server.setStatus({ state: "failed", pid: null, reason: "it crashed three times" });
    expect(await stopped).toBe("Embedded engine went away: it crashed three times");
    server.setStatus({ state: "live", pid: 4711, reason: null });
  });
});
