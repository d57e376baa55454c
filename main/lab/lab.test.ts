import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inference } from "../../assets/proto/index.ts";
import { experiment, type Traffic } from "../contract/index.ts";
import { ExperimentStore } from "./store/experiment-store.ts";
import { RestoreStore } from "./store/restore-store.ts";
import { detail } from "./testing/fake-server.ts";
import { startGrpcServer } from "./testing/grpc-server.ts";
import { LabFixture, levels, never } from "./testing/lab-fixture.ts";

let lab: LabFixture;

beforeEach(async () => {
  lab = await LabFixture.create();
});

afterEach(async () => {
  await lab[Symbol.asyncDispose]();
});

const api = () => lab.lab.requests;

describe("an experiment", () => {
  it("measures every concurrency with the server's split over the same span, and stores it", async () => {
    // The server's counters are read when this process hears of the span's ends, which takes a while on a busy machine.
    const id = await lab.start({ secondsPerStep: 2 });
    await lab.finished(id);
    const result = lab.get(id);
    experiment.parse(result);
    expect(result).toMatchObject({ state: "done", reason: null, name: "ranker, 1/2" });
    expect(result.environment.configText).toBe('name: "ranker"\n');
    expect(result.steps.map(({ load }) => load.value)).toEqual([1, 2]);
    for (const step of result.steps) {
      expect(step.complete).toBe(true);
      expect(step.requestsPerSecond).toBeCloseTo(step.successes / step.seconds, 6);
      expect(step.server).toMatchObject({ queueMs: 1, computeInferMs: 2, requestMs: 4 });
      expect(step.server?.requests).toBeGreaterThan(0);
      expect(step.server?.seconds).toBeGreaterThan(1.6);
      expect(step.server?.batches[0]?.[0]).toBe(2);
    }
    const [summary] = await api()["lab.list"]({ model: "ranker" }, never);
    const valid = result.steps.filter(({ verdict }) => verdict.verdict === "valid");
    const best = Math.max(...valid.map((step) => step.inferencesPerSecond));
    expect(summary?.bestInferencesPerSecond ?? Number.NEGATIVE_INFINITY).toBeCloseTo(best, 6);
    expect(summary).toMatchObject({ steps: 2, invalidSteps: 2 - valid.length });
    expect(await api()["lab.list"]({ model: "other" }, never)).toEqual([]);
  });

  it("counts items, not requests, as inferences", async () => {
    const id = await lab.start({
      traffic: [{ ...(lab.plan.traffic[0] as Traffic), batchSize: 8 }],
      load: levels(1),
    });
    await lab.finished(id);
    const [step] = lab.get(id).steps;
    expect(step?.inferencesPerSecond).toBeCloseTo(8 * (step?.requestsPerSecond ?? 0), 6);
  });

  it("reports its progress with the time left", async () => {
    const id = await lab.start({ secondsPerStep: 60 });
    const running = await lab.measuring(id);
    expect(running).toMatchObject({ state: "running", stepCount: 2 });
    expect(running.words).toBe("concurrency 1");
    // Two steps of 60 s with 0.1 s of warm-up each, the first of them under way.
    expect(running.secondsLeft).toBeGreaterThanOrEqual(60.1);
    expect(running.secondsLeft).toBeLessThan(120.2);
    await api()["lab.cancel"]({ id }, never);
    const short = await lab.start();
    expect(await lab.finished(short)).toMatchObject({ state: "done", secondsLeft: 0 });
  });

  it("rejects a second one, naming the one that runs", async () => {
    const id = await lab.start();
    await expect(lab.start()).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: `Experiment ${id} 'ranker, 1/2' is running; measurements run one at a time.`,
    });
    expect(() => api()["lab.remove"]({ id }, never)).toThrow("cancel it first");
    await api()["lab.cancel"]({ id }, never);
  });

  it("LAB-E1 does not start next to a comparison, and names what is measuring", async () => {
    const received: (string | null)[] = [];
    using _turn = lab.subscribe("lab.turn", {}, ({ holder }) => received.push(holder));
    const comparison = lab.lab.turn.take(() => "The comparison of A with B is under way");
    await expect(lab.start()).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
      message: "The comparison of A with B is under way; measurements run one at a time.",
    });
    const traffic = { serverId: "embedded", models: ["ranker"], concurrency: 1, seconds: 1 };
    await expect(api()["traffic.start"](traffic, never)).rejects.toThrow(
      "The comparison of A with B is under way; traffic would disturb it.",
    );
    comparison[Symbol.dispose]();
    const id = await lab.start({ load: levels(1) });
    expect(() => lab.lab.turn.take(() => "")).toThrow(`Experiment ${id} 'ranker, 1' is running; `);
    await lab.finished(id);
    await vi.waitFor(() => expect(received.at(-1)).toBeNull());
    expect(received).toEqual([
      null,
      "The comparison of A with B is under way",
      null,
      "An experiment is about to start",
      `Experiment ${id} 'ranker, 1' is running`,
      null,
    ]);
  });

  it("LAB-E1 releases the lock when it can't start", async () => {
    const model = { ...(lab.plan.traffic[0] as Traffic), batchSize: 4000 };
    await expect(lab.start({ traffic: [model] })).rejects.toThrow("batch");
    expect(lab.lab.turn.holder).toBeNull();
  });

  it("LAB-INPUT-3 does not start with a version that does not serve", async () => {
    const traffic = [{ ...(lab.plan.traffic[0] as Traffic), modelVersion: "7" }];
    await expect(lab.start({ traffic })).rejects.toThrow("modelVersion is '7'");
    expect(lab.lab.turn.holder).toBeNull();
  });

  it("[MODEL-2] starts nothing with a model that can't be loaded, and says why", async () => {
    const { model } = lab.server;
    lab.server.model = { ...model, ready: false, config: null, reason: "Unavailable: no file" };
    const refusal = {
      code: "FAILED_PRECONDITION",
      message: "Model 'ranker' can't be loaded; fix it first: Unavailable: no file",
    };
    await expect(lab.start()).rejects.toMatchObject(refusal);
    const ranker = { serverId: "embedded", model: "ranker" };
    await expect(api()["lab.suggest"](ranker, never)).rejects.toMatchObject(refusal);
    const traffic = { serverId: "embedded", models: ["ranker"], concurrency: 1, seconds: 1 };
    await expect(api()["traffic.start"](traffic, never)).rejects.toMatchObject(refusal);
    expect(lab.lab.turn.holder).toBeNull();
    lab.server.model = model;
  });

  it("keeps measurements when it is cancelled", async () => {
    const id = await lab.start({ secondsPerStep: 60 });
    await lab.measuring(id);
    await api()["lab.cancel"]({ id }, never);
    const result = lab.get(id);
    expect(result).toMatchObject({ state: "cancelled", reason: "Cancelled at concurrency 1." });
    expect(result.steps[0]?.complete).toBe(false);
    expect(result.steps[0]?.successes).toBeGreaterThan(0);
    await expect(api()["lab.cancel"]({ id }, never)).rejects.toThrow("it is cancelled");
  });

  it("is interrupted, keeping its measurements, when the server's process ends", async () => {
    const id = await lab.start({ secondsPerStep: 60 });
    await lab.measuring(id);
    lab.http.kill();
    lab.server.setStatus({
      state: "restarting",
      pid: null,
      restarts: 1,
      reason: "killed by SIGKILL",
    });
    await lab.finished(id);
    const result = lab.get(id);
    expect(result.state).toBe("interrupted");
    expect(result.reason).toBe("At concurrency 1: Embedded engine went away: killed by SIGKILL");
    expect(result.steps[0]?.successes).toBeGreaterThan(0);
    expect(lab.events.list().at(-1)).toMatchObject({ level: "warning", source: "lab" });
    lab.server.setStatus({ state: "live", pid: 4712, reason: null });
  });

  it("fails, naming the first failure, when no request succeeds", async () => {
    lab.http.kill();
    const id = await lab.start({ load: levels(1) });
    await lab.finished(id);
    expect(lab.get(id).state).toBe("failed");
    expect(lab.get(id).reason).toMatch(/^No request succeeded\. UNAVAILABLE: connect ECONNREFUSED/);
  });

  it("is marked interrupted when the host ends, also without warning", async () => {
    const id = await lab.start({ secondsPerStep: 60 });
    await lab.measuring(id);
    await lab.lab.close();
    expect(lab.get(id)).toMatchObject({ state: "interrupted", reason: "The console was closed." });

    const { environment, plan: kept } = lab.get(id);
    const store = new ExperimentStore(lab.data.db);
    const left = store.create({ name: "left", plan: kept, environment }, 5);
    lab.lab = lab.open();
    expect(lab.get(left)).toMatchObject({
      state: "interrupted",
      reason: "The console ended while it ran.",
    });
  });

  it("rejects a model whose inputs can't be generated, naming input and reason", async () => {
    lab.server.model = detail({
      inputs: [{ name: "blob", datatype: "COMPLEX64", shape: [-1, 4] }],
    });
    const message =
      "Input 'blob' of model 'ranker' cannot be generated: its datatype 'COMPLEX64' is not one of the protocol's.";
    const refusal = { code: "FAILED_PRECONDITION", message };
    await expect(lab.start()).rejects.toMatchObject(refusal);
    await expect(
      api()["lab.suggest"]({ serverId: "embedded", model: "ranker" }, never),
    ).rejects.toMatchObject(refusal);
    expect(await api()["lab.list"]({}, never)).toEqual([]);
  });

  it("LAB-E2 is interrupted when the model's configuration changes, and the step with both does not count as measured", async () => {
    const id = await lab.start();
    const before = lab.configs.text;
    lab.configs.text += "dynamic_batching { }\n";
    expect(await lab.finished(id)).toMatchObject({
      state: "interrupted",
      reason:
        "The configuration of 'ranker' was changed during the step at concurrency 1, which measured both.",
    });
    expect(lab.get(id).steps.map(({ complete }) => complete)).toEqual([false]);
    lab.configs.text = before;
    await api()["lab.resume"]({ id }, never);
    await lab.finished(id);
    expect(lab.get(id).steps.map(({ complete }) => complete)).toEqual([true, true]);
  });

  it("LAB-E2 LAB-E6 LAB-R4 checks the configurations of all models in its traffic", async () => {
    const [traffic] = lab.plan.traffic as [Traffic];
    const mixture = { traffic: [traffic, { ...traffic, model: "mlp" }], load: levels(1) };
    lab.configs.others.set("mlp", "a");
    const id = await lab.start(mixture);
    expect(lab.get(id).environment.otherConfigs).toEqual({ mlp: "a" });
    lab.configs.others.set("mlp", "b");
    expect((await lab.finished(id)).reason).toContain("The configuration of 'mlp' was changed");
    await expect(api()["lab.resume"]({ id }, never)).rejects.toThrow(
      `The configuration of 'mlp' is another than when experiment ${id} began`,
    );
    const held = { text: "a", override: false, servedJson: "{}", servedEtag: "a" };
    new RestoreStore(lab.data.db).add(
      { owner: "experiment 9", serverId: "embedded", model: "mlp", held, applied: null },
      0,
    );
    await expect(lab.start(mixture)).rejects.toThrow("served 'mlp' before experiment 9");
  });

  it("LAB-E11 does not start when the console is closed during preparation", async () => {
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    const held = lab.configs.held.bind(lab.configs);
    lab.configs.held = async (...of) => {
      asked.resolve();
      await answer.promise;
      return await held(...of);
    };
    const started = lab.start();
    await asked.promise;
    await lab.lab.close();
    answer.resolve();
    await expect(started).rejects.toThrow("The console is being closed");
    expect(await api()["lab.list"]({}, never)).toEqual([]);
  });

  it("LAB-E12 ends, and another starts, although its report can't be shown", async () => {
    let broken = false;
    using _changes = lab.subscribe("lab.changed", {}, () => {
      if (broken) throw new Error("disk I/O error");
    });
    const id = await lab.start({ secondsPerStep: 60 });
    await lab.measuring(id);
    broken = true;
    await api()["lab.cancel"]({ id }, never);
    expect(lab.get(id).state).toBe("cancelled");
    await lab.said("Can't show the experiment's progress: disk I/O error");
    await lab.finished(await lab.start({ load: levels(1) }));
  });

  it("fails and says so if a step can't be stored", async () => {
    lab.data.db.run(
      "CREATE TRIGGER full BEFORE INSERT ON experiment_steps BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
    const id = await lab.start({ load: levels(1) });
    expect((await lab.finished(id)).state).toBe("failed");
    expect(lab.events.list().at(-1)).toMatchObject({ level: "error" });
    expect(lab.events.list().at(-1)?.message).toContain("disk full");
  });
});

describe("the list of experiments", () => {
  it("can be renamed in and removed from, and reports each change", async () => {
    const counts: number[] = [];
    using _changes = lab.subscribe("lab.changed", {}, ({ count }) => counts.push(count));
    const id = await lab.start({ load: levels(1) });
    await lab.finished(id);
    await new Promise((resolve) => setImmediate(resolve));
    await api()["lab.update"]({ id, name: " before " }, never);
    expect(lab.get(id).name).toBe("before");
    expect(() => api()["lab.update"]({ id, name: " " }, never)).toThrow("name is empty");
    await api()["lab.remove"]({ id }, never);
    expect(() => lab.get(id)).toThrow(`There is no experiment ${id}`);
    expect(counts).toEqual([0, 1, 1, 1, 0]);
  });

  it("LAB-K5 reports once which can't be read, and lets it be removed", async () => {
    const id = await lab.start({ load: levels(1) });
    await lab.finished(id);
    lab.data.db.run("UPDATE experiments SET plan = '{' WHERE id = ?", id);
    for (let i = 0; i < 2; i++) expect(await api()["lab.list"]({}, never)).toEqual([]);
    const message = `Experiment ${id} in the data directory cannot be read. It is not listed; its page, /experiments/${id}, can delete it.`;
    expect(lab.events.list().filter((each) => each.message === message)).toHaveLength(1);
    await api()["lab.remove"]({ id }, never);
    expect(() => lab.get(id)).toThrow("There is no experiment");
  });

  it("exports CSV and JSON", async () => {
    const id = await lab.start({ load: levels(1) });
    await lab.finished(id);
    const [csv] = await api()["lab.export"]({ id, format: "csv" }, never);
    expect(csv).toMatchObject({ fileName: `experiment-${id}-ranker.csv`, mediaType: "text/csv" });
    expect(csv?.content.split("\n")).toHaveLength(3);
    const [json] = await api()["lab.export"]({ id, format: "json" }, never);
    expect(JSON.parse(json?.content ?? "")).toMatchObject({
      format: "batchdeck.experiment",
      version: 5,
    });
  });
});

describe("sample traffic", () => {
  const request = { serverId: "embedded", models: ["ranker", "mlp"], concurrency: 2 };

  it("runs on several models and stops by itself", async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const state = await api()["traffic.start"]({ ...request, seconds: 1 }, never);
    expect(state).toMatchObject({ running: true, models: ["ranker", "mlp"], concurrency: 2 });
    using _state = lab.subscribe("traffic.state", {}, (each) => !each.running && resolve());
    await stopped;
    expect(lab.http.requests).toBeGreaterThan(10);
    expect(lab.http.connections).toBe(4);
  });

  it("[LAB-GEN-37] uses gRPC if the server has no HTTP address", async () => {
    let answered = 0;
    const answer = inference.ModelInferResponse.encode({ model_name: "ranker" }).finish();
    using server = await startGrpcServer({
      unary(_call, done) {
        answered += 1;
        done(null, Buffer.from(answer));
      },
    });
    lab.server.setStatus({ endpoints: { grpc: server.address, http: "", metrics: "" } });
    await api()["traffic.start"]({ ...request, seconds: 60 }, never);
    await vi.waitFor(() => expect(answered).toBeGreaterThan(10));
    expect(await api()["traffic.stop"]({}, never)).toMatchObject({ running: false, error: null });
  });

  it("leaves out models without possible requests, unless none remains", async () => {
    const models = ["sequence", "mlp"];
    const state = await api()["traffic.start"]({ ...request, models, seconds: 60 }, never);
    expect(state).toMatchObject({ running: true, models: ["mlp"] });
    await api()["traffic.stop"]({}, never);
    await expect(
      api()["traffic.start"]({ ...request, models: ["sequence"], seconds: 1 }, never),
    ).rejects.toThrow("takes sequences");
  });

  it("stops when asked, and before an experiment starts", async () => {
    await api()["traffic.start"]({ ...request, seconds: 60 }, never);
    expect(await api()["traffic.stop"]({}, never)).toMatchObject({ running: false });
    await api()["traffic.start"]({ ...request, seconds: 60 }, never);
    const id = await lab.start({ load: levels(1) });
    using _state = lab.subscribe("traffic.state", {}, ({ running }) => expect(running).toBe(false));
    await expect(api()["traffic.start"]({ ...request, seconds: 1 }, never)).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
    await lab.finished(id);
  });

  it("LAB-E1 does not start when an experiment started during planning", async () => {
    const answer = Promise.withResolvers<void>();
    const modelDetail = lab.server.modelDetail.bind(lab.server);
    lab.server.modelDetail = async (model) => {
      await answer.promise;
      return await modelDetail(model);
    };
    const traffic = api()["traffic.start"]({ ...request, seconds: 60 }, never);
    lab.server.modelDetail = modelDetail;
    const id = await lab.start({ load: levels(1) });
    answer.resolve();
    await expect(traffic).rejects.toThrow(
      `Experiment ${id} 'ranker, 1' is running; traffic would disturb it.`,
    );
    expect(lab.http.connections).toBeLessThanOrEqual(1);
    await lab.finished(id);
  });

  it("ends with the reason when the server's process ends", async () => {
    await api()["traffic.start"]({ ...request, seconds: 60 }, never);
    const { promise: stopped, resolve } = Promise.withResolvers<string | null>();
    using _state = lab.subscribe(
      "traffic.state",
      {},
      (each) => !each.running && resolve(each.error),
    );
    lab.server.setStatus({ state: "failed", pid: null, reason: "it crashed three times" });
    expect(await stopped).toBe("Embedded engine went away: it crashed three times");
    lab.server.setStatus({ state: "live", pid: 4711, reason: null });
  });
});
