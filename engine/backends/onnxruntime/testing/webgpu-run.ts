/**
 * Runs a model on the CPU and, in two WebGPU instances at once, on a GPU, in a process of its own that a driver may
 * end. Prints one JSON line with what came out.
 *
 *     node webgpu-run.ts MODEL_DIRECTORY
 */
import type { ModelConfig } from "../../../config/types.ts";
import { gpuDevices } from "../gpu-devices.ts";
import { onnxruntimeBackend } from "../onnxruntime.ts";

const BATCH = 4;
const [directory = ""] = process.argv.slice(2);
const config = { parameters: {}, default_model_filename: "" } as unknown as ModelConfig;

const open = (kind: string, deviceId: number) =>
  onnxruntimeBackend.createInstance({
    name: kind,
    kind,
    deviceId,
    directory,
    config,
    instanceCount: 2,
    onLost: () => {},
  });

const input = Float32Array.from({ length: BATCH * 128 }, (_, i) => Math.sin(i));
const run = async (instance: Awaited<ReturnType<typeof open>>) => {
  const { outputs } = await instance.execute({
    buffer: input.slice().buffer,
    tensors: [
      {
        name: "x",
        datatype: "FP32",
        shape: [BATCH, 128],
        offset: 0,
        byteLength: input.byteLength,
      },
    ],
    items: [BATCH],
    outputs: undefined,
  });
  return outputs.map(({ data }) => [...new Float32Array(data.slice().buffer)]);
};

const devices = await gpuDevices();
const cpu = await open("KIND_CPU", -1);
const gpus = await Promise.all([open("KIND_GPU", 0), open("KIND_GPU", 0)]);
const [expected, ...computed] = await Promise.all([cpu, ...gpus].map(run));
const auto = await open("KIND_AUTO", -1);
const report = JSON.stringify({
  devices,
  providers: gpus.map(({ provider, kind, deviceId }) => ({ provider, kind, deviceId })),
  auto: auto.provider,
  expected,
  computed,
});
process.stdout.write(`${report}\n`);
await Promise.all([cpu, auto, ...gpus].map((instance) => instance.close()));
// Once more, after the shared thread has ended.
const again = await open("KIND_GPU", 0);
await run(again);
await again.close();
process.stdout.write("closed");
