/**
 * Cost of a call of a Python model: an identity model.py compared with the identity backend and an ONNX Identity, FP32, one
 * request at a time, in one engine, in turn. `over` is the time of a request minus that of the model's own execute. The
 * floor is what the pipe and the copies alone take (`python/floor.ts`).
 *
 *     node bench/python.ts [--seconds=1] [--rounds=7] [--executable=python3]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findPython } from "../engine/backends/python/testing/find-python.ts";
import { createEngine } from "../engine/engine.ts";
import { onnxModel } from "../engine/testing/onnx-model.ts";
import { floats, inferRequest } from "../engine/testing/requests.ts";
import { releaseOf } from "../engine/requests/lent-outputs.ts";
import type { Engine } from "../engine/types.ts";
import { measureFloor } from "./python/floor.ts";
import { medianAndSpread } from "./statistics/quantiles.ts";

const { values: flags } = parseArgs({
  options: {
    seconds: { type: "string", default: "1" },
    rounds: { type: "string", default: "7" },
    executable: { type: "string" },
  },
});

const MODELS = ["python", "identity", "onnx"] as const;
const SIZES = [
  { name: "1 KiB", elements: 256 },
  { name: "1 MiB", elements: 262_144 },
];

const IO = `max_batch_size: 0
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
`;

const MODEL_PY = `import triton_python_backend_utils as pb_utils


class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            tensor = pb_utils.get_input_tensor_by_name(request, "INPUT0")
            output = pb_utils.Tensor("OUTPUT0", tensor.as_numpy())
            responses.append(pb_utils.InferenceResponse(output_tensors=[output]))
        return responses
`;

function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-python-"));
  for (const model of MODELS) mkdirSync(join(folder, model, "1"), { recursive: true });
  writeFileSync(join(folder, "python/1/model.py"), MODEL_PY);
  writeFileSync(join(folder, "python/config.pbtxt"), `backend: "python"\n${IO}`);
  writeFileSync(join(folder, "identity/config.pbtxt"), `backend: "identity"\n${IO}`);
  writeFileSync(join(folder, "onnx/config.pbtxt"), `backend: "onnxruntime"\n${IO}`);
  const onnx = onnxModel({
    inputs: [{ name: "INPUT0", type: "FP32", shape: ["n"] }],
    outputs: [{ name: "OUTPUT0", type: "FP32", shape: ["n"] }],
    nodes: [{ op: "Identity", inputs: ["INPUT0"], outputs: ["OUTPUT0"] }],
  });
  writeFileSync(join(folder, "onnx/1/model.onnx"), onnx);
  return folder;
}

interface Reading {
  readonly perCallMicros: number;
  readonly overMicros: number;
}

async function measure(engine: Engine, model: string, elements: number): Promise<Reading> {
  const values = Array.from({ length: elements }, (_, i) => i);
  const request = inferRequest({
    modelName: model,
    inputs: [floats("INPUT0", [elements], values)],
  });
  const totals = () => {
    const stats = engine.modelStatistics(model, "")[0]?.inference_stats;
    return { all: stats?.success.ns ?? 0, own: stats?.compute_infer.ns ?? 0 };
  };
  for (let i = 0; i < 20; i++) await engine.infer(request);
  const before = totals();
  const end = performance.now() + Number(flags.seconds) * 1000;
  let calls = 0;
  const startedAt = performance.now();
  while (performance.now() < end) {
    const { outputs } = await engine.infer(request);
    // Like the protocols, once a response is sent.
    releaseOf(outputs)?.();
    calls += 1;
  }
  const elapsed = performance.now() - startedAt;
  const after = totals();
  return {
    perCallMicros: (elapsed * 1000) / calls,
    overMicros: (after.all - before.all - (after.own - before.own)) / 1000 / calls,
  };
}

async function main(): Promise<void> {
  const found = flags.executable ? { executable: flags.executable } : await findPython();
  if ("reason" in found) {
    console.log(`Skipped: ${found.reason}.`);
    return;
  }
  const folder = makeRepository();
  const engine = await createEngine({
    modelRepository: folder,
    python: found,
    log: (line, level) => level === "error" && console.error(line),
  });
  try {
    for (const { name, elements } of SIZES) {
      const readings = new Map(MODELS.map((model) => [model, [] as Reading[]]));
      const floors: number[] = [];
      for (let round = 0; round < Number(flags.rounds); round++) {
        for (const model of MODELS) {
          readings.get(model)?.push(await measure(engine, model, elements));
        }
        floors.push(await measureFloor(found.executable, elements * 4, Number(flags.seconds)));
      }
      console.log(`${name} floor    call ${medianAndSpread(floors, 0)} µs`);
      for (const [model, list] of readings) {
        const call = medianAndSpread(
          list.map(({ perCallMicros }) => perCallMicros),
          0,
        );
        const over = medianAndSpread(
          list.map(({ overMicros }) => overMicros),
          0,
        );
        console.log(`${name} ${model.padEnd(8)} call ${call} µs, over ${over} µs`);
      }
    }
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true });
  }
}

await main();
