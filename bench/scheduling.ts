/**
 * Cost of scheduling features, each on compared with off in one run, interleaved and repeated: in-process throughput at
 * saturation with queue policies, priorities, preserved ordering and a listener; throughput of few clients with a queue
 * limit; delay of timeouts; and nanoseconds per request in the scheduler and in the latency histogram.
 *
 *     node bench/scheduling.ts [--seconds=0.3] [--rounds=9] [--only=saturation,few,expiry,nanoseconds]
 */
import { cp, mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { createEngine } from "../engine/engine.ts";
import { LatencyHistogram } from "../base/latency-histogram.ts";
import { dynamicBatchRule } from "../engine/scheduling/batch-rule.ts";
import { engineClock } from "../engine/scheduling/clock.ts";
import { QueuePolicies } from "../engine/scheduling/queue-policies.ts";
import { type Scheduled, Scheduler } from "../engine/scheduling/scheduler.ts";
import type { Engine, InferRequest, ParameterValue } from "../engine/types.ts";
import { median, quantile, spread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "0.3" },
    rounds: { type: "string", default: "9" },
    only: { type: "string", default: "saturation,few,expiry,nanoseconds" },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);

type Parameters = Readonly<Record<string, ParameterValue>>;

/** A configuration of a model, and the parameters of its requests. */
interface Variant {
  readonly batching: string;
  readonly parameters?: (lane: number) => Parameters;
  readonly listens?: boolean;
}

const POLICY =
  "default_queue_policy { max_queue_size: 100000 default_timeout_microseconds: 10000000";
const variants: Readonly<Record<string, Variant>> = {
  plain: { batching: "" },
  "queue limit": { batching: "default_queue_policy { max_queue_size: 100000 }" },
  timeouts: {
    batching: `${POLICY} allow_timeout_override: true }`,
    parameters: (lane) => ({ timeout: 5_000_000 + 10_000 * lane }),
  },
  "timeouts, DELAY": { batching: `${POLICY} timeout_action: DELAY }` },
  priorities: {
    batching: "priority_levels: 3 default_priority_level: 2",
    parameters: (lane) => ({ priority: 1 + (lane % 3) }),
  },
  "order kept": { batching: "preserve_ordering: true" },
  listener: { batching: "", listens: true },
};

const floats = (name: string, count: number) => ({
  name,
  datatype: "FP32",
  shape: [1, count],
  segments: [new Uint8Array(new Float32Array(count).fill(0.5).buffer)],
  byteLength: 4 * count,
});

/** Closed loops of single items; requests/s and µs of CPU time per request. */
async function measure(
  engine: Engine,
  request: InferRequest,
  { lanes, variant, forSeconds }: { lanes: number; variant: Variant; forSeconds: number },
) {
  const stop = variant.listens ? engine.watchBatches(() => {}) : () => {};
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  let answered = 0;
  const lane = async (_: unknown, index: number) => {
    const own = { ...request, parameters: variant.parameters?.(index) ?? {} };
    while (performance.now() < startedAt + forSeconds * 1000) {
      await engine.infer(own);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const { user, system } = process.cpuUsage(cpu);
  stop();
  return {
    rate: (answered * 1000) / (performance.now() - startedAt),
    cpuUs: (user + system) / answered,
  };
}

/** Compares each variant with a plain model measured directly before or after it: median and range of the ratios. */
async function compare(
  engine: Engine,
  model: "mlp" | "echo",
  names: readonly string[],
  lanes: number,
): Promise<void> {
  const run = (name: string, forSeconds = seconds) =>
    measure(
      engine,
      {
        modelName: modelName(model, name),
        modelVersion: "",
        id: "",
        parameters: {},
        outputs: [],
        inputs: [model === "mlp" ? floats("x", 128) : floats("INPUT0", 16)],
      },
      { lanes: lanes, variant: variants[name] ?? { batching: "" }, forSeconds: forSeconds },
    );
  // Warms up, so that the workers of both models have compiled their hot code.
  await run("plain", 2);
  for (const name of names) {
    const rates: number[] = [];
    const ratios: number[] = [];
    const cpuRatios: number[] = [];
    await run(name, 2);
    for (let round = 0; round < rounds; round++) {
      const before = round % 2 === 0 ? await run("plain") : undefined;
      const own = await run(name);
      const plain = before ?? (await run("plain"));
      rates.push(own.rate);
      ratios.push(own.rate / plain.rate);
      cpuRatios.push(plain.cpuUs / own.cpuUs);
    }
    console.log(
      [
        `${model}, ${lanes} clients`.padEnd(18),
        name.padEnd(16),
        median(rates).toFixed(0).padStart(9),
        median(ratios).toFixed(3).padStart(7),
        spread(ratios, 3).padStart(13),
        median(cpuRatios).toFixed(3).padStart(7),
        spread(cpuRatios, 3).padStart(13),
      ].join(" "),
    );
  }
}

const modelName = (model: string, variant: string) => `${model}_${variant.replaceAll(/\W+/g, "_")}`;

/** Delay of timeouts of 5 to 205 ms while nothing else runs, in ms, compared with timers of the event loop. */
async function expiry(engine: Engine): Promise<void> {
  const late: number[] = [];
  const bare: number[] = [];
  const request = {
    modelName: "slow",
    modelVersion: "",
    id: "",
    outputs: [],
    inputs: [floats("INPUT0", 16)],
  };
  const busy = engine.infer({ ...request, parameters: {} });
  await new Promise((resolve) => void setTimeout(resolve, 20));
  const waiting = Array.from({ length: 500 }, async (_, i) => {
    await new Promise((resolve) => void setTimeout(resolve, i * 2));
    const timeout = 5000 + ((i * 7919) % 200_000);
    const timerAt = performance.now();
    setTimeout(() => bare.push(performance.now() - timerAt - timeout / 1000), timeout / 1000);
    const startedAt = performance.now();
    await engine.infer({ ...request, parameters: { timeout } }).catch(() => {
      late.push(performance.now() - startedAt - timeout / 1000);
    });
  });
  await Promise.all([busy, ...waiting]);
  const at = (values: number[]) =>
    [0.5, 0.99, 1].map((q) => quantile(values, q).toFixed(2)).join(" / ");
  console.log(
    `expiry, ${late.length} timeouts of 5 to 205 ms: late by ${at(late)} ms (p50 / p99 / max); bare timers: ${at(bare)} ms`,
  );
}

/** ns per request through a scheduler whose batches end at once, with `waiting` others in the queue. */
function schedulerNs(policies: QueuePolicies, waiting: number): number {
  let idle = false;
  const scheduler: Scheduler<Scheduled> = new Scheduler<Scheduled>({
    clock: { ...engineClock, defer: () => {} },
    rule: dynamicBatchRule({ maxBatchSize: 64, preferredSizes: [], maxDelayNs: 0 }),
    policies,
    idle: () => idle,
    takesNext: () => false,
    takesAtOnce: () => false,
    execute: () => {
      idle = false;
    },
  });
  const drop = () => {};
  const enqueue = (i: number) =>
    scheduler.enqueue({
      items: 1,
      shapeKey: "",
      priority: i % 4,
      queuedAt: engineClock.now(),
      timeoutUs: 0,
      place: undefined,
      drop,
    });
  for (let i = 0; i < waiting; i++) enqueue(i);
  const batches = 20_000;
  const startedAt = performance.now();
  for (let batch = 0; batch < batches; batch++) {
    for (let i = 0; i < 64; i++) enqueue(i);
    idle = true;
    scheduler.instanceFreed();
  }
  const ns = ((performance.now() - startedAt) * 1e6) / (batches * 64);
  scheduler.dropAll(new Error("over") as never);
  return ns;
}

function nanoseconds(): void {
  const batching = (extra: object) => ({
    preferred_batch_size: [],
    max_queue_delay_microseconds: 0,
    preserve_ordering: false,
    priority_levels: 0,
    default_priority_level: 0,
    priority_queue_policy: {},
    ...extra,
  });
  const default_queue_policy = {
    timeout_action: "REJECT" as const,
    default_timeout_microseconds: 600_000_000,
    allow_timeout_override: true,
    max_queue_size: 0,
  };
  const levels = { priority_levels: 3, default_priority_level: 2 };
  for (const [name, policies] of [
    ["no policy", new QueuePolicies(batching({}))],
    ["timeouts", new QueuePolicies(batching({ default_queue_policy }))],
    ["priorities", new QueuePolicies(batching(levels))],
    ["both", new QueuePolicies(batching({ ...levels, default_queue_policy }))],
  ] as const) {
    const costs = [0, 10_000].map((waiting) => {
      const runs = Array.from({ length: 5 }, () => schedulerNs(policies, waiting));
      return `${median(runs).toFixed(0)} ns (${waiting} waiting)`;
    });
    console.log(`scheduler, ${name.padEnd(10)} one request: ${costs.join(", ")}`);
  }
  const histogram = new LatencyHistogram();
  const records = 5_000_000;
  const startedAt = performance.now();
  for (let i = 0; i < records; i++) histogram.record((i * 7919) % 1_000_000);
  const ns = ((performance.now() - startedAt) * 1e6) / records;
  console.log(`latency histogram: ${ns.toFixed(1)} ns a record`);
}

/** Writes `mlp` and an echo model for each variant, and a slow echo with timeouts. */
async function writeRepository(path: string): Promise<void> {
  const samples = join(path, "samples");
  const models = join(path, "models");
  await mkdir(models, { recursive: true });
  await writeSampleModels(samples);
  const echo = (name: string, batching: string, delayMs: number) => `
    name: "${name}" backend: "identity" max_batch_size: 64
    input { name: "INPUT0" data_type: TYPE_FP32 dims: 16 }
    output { name: "OUTPUT0" data_type: TYPE_FP32 dims: 16 }
    instance_group { kind: KIND_CPU count: 1 }
    dynamic_batching { ${batching} }
    parameters { key: "execute_delay_ms" value { string_value: "${delayMs}" } }`;
  const write = async (name: string, config: string) => {
    await mkdir(join(models, name, "1"), { recursive: true });
    await writeFile(join(models, name, "config.pbtxt"), config);
  };
  for (const [variant, { batching }] of Object.entries(variants)) {
    const name = modelName("echo", variant);
    await write(name, echo(name, batching, 0));
    const mlp = modelName("mlp", variant);
    await write(
      mlp,
      `name: "${mlp}" backend: "onnxruntime" max_batch_size: 64
       instance_group { kind: KIND_CPU count: 1 }
       parameters { key: "intra_op_thread_count" value { string_value: "1" } }
       dynamic_batching { ${batching} }`,
    );
    await cp(join(samples, "mlp", "1"), join(models, mlp, "1"), { recursive: true });
  }
  const policy =
    "default_queue_policy { default_timeout_microseconds: 60000000 allow_timeout_override: true }";
  await write("slow", echo("slow", policy, 2000));
}

const path = await mkdtemp(join(tmpdir(), "batchdeck-bench-"));
await writeRepository(path);
const engine = await createEngine({
  modelRepository: join(path, "models"),
  log: (line) => console.error(line),
});
const only = new Set(flags.only.split(","));
console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores; ${rounds} rounds of ${seconds} s each`,
);
if (only.has("saturation") || only.has("few")) {
  console.log(
    "                   variant         requests/s   ratio        spread  of CPU        spread",
  );
}
if (only.has("saturation")) {
  await compare(engine, "mlp", Object.keys(variants), 192);
  await compare(engine, "echo", Object.keys(variants), 192);
}
if (only.has("few")) {
  for (const lanes of [1, 4]) await compare(engine, "mlp", ["queue limit"], lanes);
}
if (only.has("expiry")) await expiry(engine);
if (only.has("nanoseconds")) nanoseconds();
await engine.close();
await rm(path, { recursive: true });
