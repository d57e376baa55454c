import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { BatchEvent, ModelStatistics, ModelTelemetry } from "../../engine/types.ts";
import { adviceFrame, machineFrame } from "../contract/index.ts";
import type { BatchSink, EngineInsight } from "../servers/insight.ts";
import { Observers, Sampler } from "../telemetry/index.ts";
import { snapshot, statistics, telemetry } from "../telemetry/testing/answers.ts";
import { FakeDirectory, FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { Advisor } from "./advisor.ts";

/** A server with a metrics address. */
class MeasuredServer extends FakeServer {
  override readonly capabilities = ["statistics", "insight", "load"] as const;
  override get status() {
    return { ...super.status, endpoints: { grpc: "", http: "", metrics: "127.0.0.1:2" } };
  }
}

let server: MeasuredServer;
let clock: ManualClock;
let observers: Observers;
let sampler: Sampler;
let advisor: Advisor;
let objective: number | null;
const logLines: string[] = [];

beforeEach(async () => {
  server = new MeasuredServer();
  clock = new ManualClock();
  objective = null;
  logLines.length = 0;
  server.index = [{ name: "m", version: "1", state: "READY" }];
  server.config = { max_batch_size: 8 };
  await start();
});

afterEach(stop);

async function start(): Promise<void> {
  observers = new Observers({ servers: new FakeDirectory([server]), clock });
  sampler = new Sampler(observers.of("fake"), clock);
  advisor = new Advisor({
    server,
    sampler,
    clock,
    findObjective: () => objective,
    log: () => logLines,
  });
  await clock.advance(0);
}

function stop(): void {
  advisor[Symbol.dispose]();
  sampler[Symbol.dispose]();
  observers[Symbol.dispose]();
}

/** Seconds of 100 requests each, in batches of `batch`. */
async function seconds(
  from: number,
  count: number,
  {
    batch = 1,
    queueNs = 8e6,
    ...more
  }: { batch?: number; queueNs?: number } & Partial<ModelTelemetry> = {},
): Promise<number> {
  for (let second = from + 1; second <= from + count; second++) {
    server.stats = [statistics("m", second * 100, { batch, queueNs })];
    server.snapshot = snapshot([telemetry("m", [], { queued: 5, ...more })]);
    await clock.advance(1000);
  }
  return from + count;
}

const rules = () => advisor.frame.findings.map(({ rule }) => rule);

test("[ADVISOR-2] reports single requests that wait, with the figures and the change that helps", async () => {
  await seconds(0, 12);
  expect(adviceFrame.parse(advisor.frame)).toEqual(advisor.frame);
  expect(advisor.frame.findings).toMatchObject([
    {
      rule: "B6",
      model: "m",
      severity: "warning",
      current: true,
      remedies: [
        {
          model: "m",
          changes: [
            { path: ["dynamic_batching", "default_queue_policy", "max_queue_size"], value: 32 },
          ],
        },
        { model: null, changes: [] },
      ],
    },
  ]);
  const [{ evidence, from, to } = { evidence: [], from: 0, to: 0 }] = advisor.frame.findings;
  expect(evidence).toContainEqual({ label: "Mean batch", value: 1, unit: "items" });
  expect(to - from).toBeGreaterThanOrEqual(10_000);
});

test("[ADVISOR-7] clears findings of a model that is reloaded with batching", async () => {
  await seconds(0, 12);
  server.config = { max_batch_size: 8, dynamic_batching: {} };
  await seconds(0, 1, { loadId: "b" });
  expect(rules()).toEqual([]);
  await seconds(1, 15, { loadId: "b", batch: 4, queueNs: 1e6 });
  expect(rules()).toEqual([]);
});

test("[ADVISOR-6] keeps a finding when requests stop, and says so", async () => {
  const last = await seconds(0, 12);
  for (let i = 0; i < 30; i++) await clock.advance(1000);
  expect(last).toBe(12);
  expect(advisor.frame.findings).toMatchObject([{ rule: "B6", current: false }]);
});

test("watches dispatch reasons where a delay makes them matter, and stops when traffic ends", async () => {
  const open = new Map<string, BatchSink>();
  const insight: Partial<EngineInsight> = {
    watchBatches: (model, sink) => {
      open.set(model, sink);
      return { [Symbol.dispose]: () => open.delete(model) };
    },
  };
  server.insight = insight as EngineInsight;
  server.config = {
    max_batch_size: 8,
    dynamic_batching: { max_queue_delay_microseconds: 5000 },
  };
  let second = await seconds(0, 3, { queueNs: 1e6, queued: 1 });
  const batch = { model: "m", reason: "delay", requests: 1 } as BatchEvent;
  for (; second < 14; second = await seconds(second, 1, { queueNs: 1e6, queued: 1 }))
    open.get("m")?.batches(
      Array.from({ length: 50 }, () => batch),
      0,
    );
  expect(rules()).toEqual(["B8"]);
  for (let i = 0; i < 20; i++) await clock.advance(1000);
  expect([...open.keys()]).toEqual([]);
});

test("reads memory errors from the log and from why a model is not served", async () => {
  logLines.push("E1121 onnxruntime: Failed to allocate memory for requested buffer of size 1024");
  await seconds(0, 5);
  expect(advisor.frame.findings.find(({ rule }) => rule === "M3")).toMatchObject({ model: null });
  logLines.length = 0;
  server.index.push({
    name: "big",
    version: "1",
    state: "UNAVAILABLE",
    reason: "CUDA out of memory",
  });
  await seconds(5, 2);
  expect(advisor.frame.findings.find(({ rule }) => rule === "M3")).toMatchObject({ model: "big" });
});

test("[ADVISOR-3] names what a server does not report, with the reason", async () => {
  await seconds(0, 2);
  const findReason = (rule: string) =>
    advisor.frame.rules.find((each) => each.rule === rule)?.unwatched;
  expect(findReason("G1")).toBe("The server reports no GPUs.");
  expect(findReason("U1")).toBe("Instance activity is not reported by this server.");
  expect(findReason("B6")).toBeNull();
});

test("reports the machine: its metrics, what runs where, and why they can't be read", async () => {
  server.exposition = readFileSync(
    new URL("../servers/fixtures/gpu-metrics.txt", import.meta.url),
    "utf8",
  );
  const instances = [
    { name: "m_0", kind: "KIND_GPU", deviceId: 1, provider: "cuda", busy: false },
    { name: "m_1", kind: "KIND_GPU", deviceId: 1, provider: "cuda", busy: false },
  ];
  await seconds(0, 3, { instances });
  expect(machineFrame.parse(advisor.machine)).toMatchObject({
    problem: null,
    gpus: [{ utilization: 0.37 }, { utilization: 0, powerWatts: null }],
    devices: [{ device: "GPU 1", models: [{ model: "m", instances: 2 }] }],
    trail: [{ gpus: [0.37, 0] }, { gpus: [0.37, 0] }, { gpus: [0.37, 0] }],
  });
  server.exposition = null;
  await seconds(3, 6);
  expect(advisor.machine).toMatchObject({
    problem: "No address is known for the metrics of FAKE.",
    gpus: [],
  });
});

test("reports a missed objective, on a server with percentiles and on one without", async () => {
  objective = 5;
  server.config = { max_batch_size: 1 };
  await seconds(0, 12, { latency: telemetry("m", []).latency });
  expect(rules()).toContain("L1");
});

test("gives no advice for a healthy model, as recorded from Triton 2.64.0", async () => {
  const { samples }: { samples: { t_s: number; model_stats: ModelStatistics[] }[] } = JSON.parse(
    readFileSync(new URL("../telemetry/models/fixtures/statistics.json", import.meta.url), "utf8"),
  );
  stop();
  server = new MeasuredServer();
  Object.assign(server.capabilities, { telemetry: false });
  server.index = [{ name: "mlp_auto", version: "3", state: "READY" }];
  server.config = { max_batch_size: 64, response_cache: { enable: true } };
  server.exposition = readFileSync(
    new URL("../servers/fixtures/triton-metrics.txt", import.meta.url),
    "utf8",
  );
  await start();
  for (const { model_stats } of samples) {
    server.stats = model_stats;
    await clock.advance(1000);
    expect(rules()).toEqual([]);
  }
});
