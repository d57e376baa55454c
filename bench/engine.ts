/**
 * The engine in process compared with plain `session.run` with the same number of threads, at the batch size that the
 * engine forms: items/s at saturation, interleaved and repeated, as ratios. "busy" is the share of time in which the
 * instance was executing; "delay" the 99th percentile of the delay of the main thread's event loop, ms; "copied" the bytes
 * that this thread copies per byte of input, "new" those of buffers that it allocates, counted in a separate pass.
 *
 *     node bench/engine.ts [--models=ranker,mlp] [--seconds=1] [--rounds=9] [--threads=1]
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { InferenceSession } from "onnxruntime-node";
import { writeSampleModels } from "../assets/sample-models/index.ts";
import { toOrtTensor } from "../engine/backends/onnxruntime/ort-tensors.ts";
import { createEngine } from "../engine/engine.ts";
import { ELEMENT_BYTES, elementCount } from "../engine/requests/datatypes.ts";
import { modelIo, type ModelIo } from "../engine/requests/model-io.ts";
import type { Engine, InferRequest, InputTensor, ModelStatistics } from "../engine/types.ts";
import { countCopies } from "./engine/copies.ts";
import { median, spread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    models: { type: "string", default: "ranker,cnn_small,text_encoder,mlp" },
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "9" },
    threads: { type: "string", default: "1" },
  },
});
const seconds = Number(flags.seconds);
const rounds = Number(flags.rounds);
/** Sampling interval of the event loop; part of every measured delay. */
const RESOLUTION_MS = 1;
const threads = Number(flags.threads);

/** Random inputs of one item (or `items`) that match the model; integers are small, since they may be ids. */
function randomInputs(io: ModelIo, items: number): InputTensor[] {
  return io.inputs.map(({ name, datatype, dims }) => {
    const shape = [items, ...dims.map((dim) => (dim === -1 ? 64 : dim))];
    const count = elementCount(shape);
    const data = new Uint8Array(count * ELEMENT_BYTES[datatype]);
    if (datatype === "FP32")
      new Float32Array(data.buffer).forEach((_, i, all) => (all[i] = Math.random()));
    if (datatype === "INT64")
      new BigInt64Array(data.buffer).forEach((_, i, all) => (all[i] = BigInt(i % 100)));
    return { name, datatype, shape, segments: [data], byteLength: data.byteLength };
  });
}

/** Runs `lanes` closed loops of single items; returns items/s and the mean batch size. */
async function measureEngine(
  engine: Engine,
  { modelName, io }: { modelName: string; io: ModelIo },
  lanes: number,
  duration = seconds,
) {
  const request = { modelName, modelVersion: "", id: "", parameters: {}, outputs: [] };
  const requests = Array.from({ length: lanes }, () => ({
    ...request,
    inputs: randomInputs(io, 1),
  }));
  const before = engine.modelStatistics(modelName, "")[0];
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const startedAt = performance.now();
  const lane = async (own: InferRequest) => {
    while (performance.now() < startedAt + duration * 1000) await engine.infer(own);
  };
  await Promise.all(requests.map(lane));
  const elapsed = (performance.now() - startedAt) / 1000;
  delays.disable();
  const after = engine.modelStatistics(modelName, "")[0];
  const items = (after?.inference_count ?? 0) - (before?.inference_count ?? 0);
  const executions = (after?.execution_count ?? 0) - (before?.execution_count ?? 0);
  const running = inferNs(after) - inferNs(before);
  return {
    items,
    rate: items / elapsed,
    delayMs: Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS),
    batch: Math.round(items / executions),
    busy: running / 1e9 / elapsed,
  };
}

/** Bytes copied and bytes of allocated buffers, per byte of input. */
async function measureCopies(engine: Engine, name: string, io: ModelIo, lanes: number) {
  const counter = countCopies();
  const { items } = await measureEngine(engine, { modelName: name, io }, lanes, seconds / 2);
  counter.stop();
  const itemBytes = randomInputs(io, 1).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return {
    copied: counter.copied / (items * itemBytes),
    allocated: counter.allocated / (items * itemBytes),
  };
}

/** Time in executions, each counted once. */
function inferNs(statistics: ModelStatistics | undefined): number {
  return (statistics?.batch_stats ?? []).reduce((sum, batch) => sum + batch.compute_infer.ns, 0);
}

/** Runs `session.run` in a loop at one batch size; returns items/s. */
async function measureBare(session: InferenceSession, io: ModelIo, batch: number): Promise<number> {
  const feeds = Object.fromEntries(
    randomInputs(io, batch).map(({ name, shape, segments, byteLength }) => {
      const data = segments[0] ?? new Uint8Array();
      const datatype = io.inputsByName.get(name)?.datatype ?? "FP32";
      const tensor = { name, datatype, shape, offset: 0, byteLength };
      return [name, toOrtTensor(data.buffer as ArrayBuffer, tensor)];
    }),
  );
  const startedAt = performance.now();
  let runs = 0;
  while (performance.now() < startedAt + seconds * 1000) {
    await session.run(feeds);
    runs += 1;
  }
  return (runs * batch * 1000) / (performance.now() - startedAt);
}

async function compare(engine: Engine, repository: string, name: string): Promise<void> {
  const written = JSON.parse(JSON.stringify(engine.modelConfig(name, "")));
  const config = {
    ...written,
    dynamic_batching: {},
    instance_group: [{ kind: "KIND_CPU", count: 1 }],
    parameters: { intra_op_thread_count: { string_value: String(threads) } },
  };
  await engine.loadModel(name, { config: JSON.stringify(config) });
  const io = modelIo(engine.modelConfig(name, ""));
  const model = await readFile(join(repository, name, "1", "model.onnx"));
  const session = await InferenceSession.create(model, { intraOpNumThreads: threads });
  // One batch executing, two handed over, one forming.
  const lanes = 4 * io.maxBatchSize;
  const ratios: number[] = [];
  const engineRates: number[] = [];
  const bareRates: number[] = [];
  const busy: number[] = [];
  const delays: number[] = [];
  let batch = io.maxBatchSize;
  await measureEngine(engine, { modelName: name, io }, lanes);
  for (let round = 0; round < rounds; round++) {
    const measured = await measureEngine(engine, { modelName: name, io }, lanes);
    batch = measured.batch;
    busy.push(measured.busy);
    delays.push(measured.delayMs);
    const bare = await measureBare(session, io, batch);
    engineRates.push(measured.rate);
    bareRates.push(bare);
    ratios.push(measured.rate / bare);
  }
  const { copied, allocated } = await measureCopies(engine, name, io, lanes);
  await session.release();
  await engine.unloadModel(name, false);
  console.log(
    [
      name.padEnd(13),
      String(batch).padStart(5),
      median(engineRates).toFixed(0).padStart(13),
      median(bareRates).toFixed(0).padStart(13),
      median(ratios).toFixed(3).padStart(8),
      spread(ratios, 2).padStart(13),
      median(busy).toFixed(2).padStart(6),
      median(delays).toFixed(1).padStart(6),
      copied.toFixed(2).padStart(7),
      allocated.toFixed(2).padStart(5),
    ].join(" "),
  );
}

const repository = await mkdtemp(join(tmpdir(), "batchdeck-bench-"));
await writeSampleModels(repository);
const models = flags.models.split(",");
const engine = await createEngine({
  modelRepository: repository,
  modelControlMode: "explicit",
  loadModels: models,
  log: (line, level) => {
    if (level === "error") console.error(line);
  },
});
console.log(
  `${cpus()[0]?.model}, ${availableParallelism()} cores; ${threads} intra-op thread(s), 1 instance; ${rounds} rounds of ${seconds} s each`,
);
console.log(
  "model         batch engine items/s  bare items/s   ratio        spread   busy  delay  copied   new",
);
for (const name of models) await compare(engine, repository, name);
await engine.close();
await rm(repository, { recursive: true });
