import { stat } from "node:fs/promises";
import { join } from "node:path";
import { StatusError } from "../../protocol/status.ts";
import type { Backend } from "../backend.ts";
import { chooseProvider } from "./execution-provider.ts";
import { sessionOptions } from "./session-options.ts";
import { startWorkerInstance } from "./worker-instance.ts";

const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "./onnxruntime-worker.ts" : "./onnxruntime-worker.js",
  import.meta.url,
);

/** Runs ONNX models, each instance on a worker thread of its own. */
export const onnxruntimeBackend: Backend = {
  name: "onnxruntime",
  async createInstance({ name, kind, deviceId, directory, config, instanceCount, onLost }) {
    const provider = chooseProvider(kind);
    const options = sessionOptions(config, instanceCount, provider);
    const modelFile = await findModelFile(directory, config.default_model_filename || "model.onnx");
    return startWorkerInstance({
      name,
      kind,
      deviceId,
      provider: provider.name,
      module: WORKER,
      start: { modelFile, options },
      onLost,
    });
  },
};

/** The file, or `model.onnx` inside a directory of that name (models with external weights). */
async function findModelFile(directory: string, filename: string): Promise<string> {
  const path = join(directory, filename);
  try {
    return (await stat(path)).isDirectory() ? join(path, "model.onnx") : path;
  } catch (error) {
    throw new StatusError("UNAVAILABLE", `unable to find '${path}' for the ONNX model`, {
      cause: error,
    });
  }
}
