/**
 * Cost of idle models for busy ones: 20 busy copies of `mlp` alone compared with the same 20 among 300 loaded, in two
 * processes in turn. Ratio of requests per second, median and range.
 *
 *     node bench/many-models.ts [--models=300] [--busy=20] [--rounds=7] [--seconds=2]
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { createEngine } from "../engine/engine.ts";
import { forkProcess } from "../engine/testing/forked-process.ts";
import type { Engine, InferRequest } from "../engine/types.ts";
import { median, medianAndSpread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    models: { type: "string", default: "300" },
    busy: { type: "string", default: "20" },
    rounds: { type: "string", default: "7" },
    seconds: { type: "string", default: "2" },
    serve: { type: "string" },
  },
});
const busy = Number(flags.busy);
const seconds = Number(flags.seconds);
const LANES_PER_MODEL = 8;
const CONFIG = JSON.stringify({
  backend: "onnxruntime",
  max_batch_size: 64,
  dynamic_batching: {},
  instance_group: [{ kind: "KIND_CPU", count: 1 }],
  parameters: { intra_op_thread_count: { string_value: "1" } },
});

const name = (index: number) => `mlp_${String(index).padStart(3, "0")}`;

function request(modelName: string): InferRequest {
  const data = new Uint8Array(new Float32Array(128).fill(0.5).buffer);
  const input = { name: "x", datatype: "FP32", shape: [1, 128] };
  return {
    modelName,
    modelVersion: "",
    id: "",
    parameters: {},
    inputs: [{ ...input, segments: [data], byteLength: data.byteLength }],
    outputs: [],
  };
}

/** Total requests per second of the busy models. */
async function measure(engine: Engine): Promise<number> {
  let answers = 0;
  const end = performance.now() + seconds * 1000;
  const lane = async (modelName: string) => {
    const own = request(modelName);
    while (performance.now() < end) {
      await engine.infer(own);
      answers += 1;
    }
  };
  const models = Array.from({ length: busy }, (_, index) => name(index));
  const startedAt = performance.now();
  await Promise.all(
    models.flatMap((model) => Array.from({ length: LANES_PER_MODEL }, () => lane(model))),
  );
  return (answers / (performance.now() - startedAt)) * 1000;
}

/** The child process: loads this many models, then measures once per message. */
async function serve(repository: string, count: number): Promise<void> {
  const engine = await createEngine({ modelRepository: repository, modelControlMode: "explicit" });
  for (let index = 0; index < count; index++)
    await engine.loadModel(name(index), { config: CONFIG });
  process.on("message", () => void measure(engine).then((rate) => process.send?.(rate)));
  process.once("disconnect", () => void engine.close());
  process.send?.("ready");
}

async function start(repository: string, count: number): Promise<ChildProcess> {
  const { child } = await forkProcess(new URL(import.meta.url), [
    `--serve=${repository}`,
    `--models=${count}`,
    `--busy=${busy}`,
    `--seconds=${seconds}`,
  ]);
  return child;
}

async function measureRate(child: ChildProcess): Promise<number> {
  child.send("measure");
  const [rate] = await once(child, "message");
  return rate as number;
}

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "batchdeck-many-"));
  const samples = join(folder, "samples");
  const repository = join(folder, "models");
  await mkdir(repository, { recursive: true });
  await writeSampleModels(samples);
  const count = Number(flags.models);
  for (let index = 0; index < count; index++) {
    await cp(join(samples, "mlp", "1"), join(repository, name(index), "1"), { recursive: true });
  }
  const children: ChildProcess[] = [];
  try {
    const startedAt = performance.now();
    const alone = await start(repository, busy);
    children.push(alone);
    const among = await start(repository, count);
    children.push(among);
    console.log(`loaded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    await measureRate(alone);
    await measureRate(among);
    const rounds: { alone: number; among: number }[] = [];
    for (let round = 0; round < Number(flags.rounds); round++) {
      // The order alternates, so that a drifting machine favours neither.
      if (round % 2 === 0) {
        const first = await measureRate(alone);
        rounds.push({ alone: first, among: await measureRate(among) });
      } else rounds.push({ among: await measureRate(among), alone: await measureRate(alone) });
    }
    const ratios = rounds.map((round) => round.among / round.alone);
    const rates = rounds.map((round) => round.alone);
    console.log(`${busy} busy alone: ${median(rates).toFixed(0)} requests/s`);
    console.log(`among ${count}: ratio ${medianAndSpread(ratios, 3)}`);
  } finally {
    for (const child of children) child.disconnect();
    await Promise.all(children.map((child) => once(child, "exit")));
    await rm(folder, { recursive: true });
  }
}

if (flags.serve === undefined) await compare();
else await serve(flags.serve, Number(flags.models));
