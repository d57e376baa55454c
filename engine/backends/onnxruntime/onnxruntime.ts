import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StatusError } from "../../protocol/status.ts";
import { repositoryFile } from "../../repository/repository-file.ts";
import type { Backend } from "../backend.ts";
import { refuseForeignPaths } from "./accelerators.ts";
import { gpuDevices } from "./gpu-devices.ts";
import { checkModelFile } from "./model-file.ts";
import { noGpu, providerChoices } from "./providers.ts";
import { sessionOptions } from "./session-options.ts";
import { startSession } from "./start-session.ts";

/** Runs ONNX models, each instance on a worker thread of its own. */
export const onnxruntimeBackend: Backend = {
  name: "onnxruntime",
  gpus: async () => (await gpuDevices()).map(({ id }) => id),
  async createInstance(options) {
    const choices = providerChoices(options, options.config);
    await refuseForeignPaths(options.config, dirname(options.directory));
    const modelFile = await findModelFile(
      options.directory,
      options.config.default_model_filename || "model.onnx",
    );
    await checkModelFile(modelFile);
    const failures: string[] = [];
    for (const choice of choices) {
      const settings = sessionOptions(
        options.config,
        options.instanceCount,
        choice.executionProviders,
      );
      try {
        return await startSession(choice, options, modelFile, settings);
      } catch (error) {
        if (choice.name === "cpu") throw error;
        failures.push(`${choice.name}: ${StatusError.from(error).message}`);
      }
    }
    throw noGpu(options, failures);
  },
};

const FILE_FIELD = "default_model_filename";

/** The file, or `model.onnx` inside a directory of that name (models with external weights). */
async function findModelFile(directory: string, filename: string): Promise<string> {
  const path = repositoryFile(dirname(directory), join(directory, filename), FILE_FIELD);
  try {
    return (await stat(path)).isDirectory() ? join(path, "model.onnx") : path;
  } catch (error) {
    throw new StatusError("UNAVAILABLE", `unable to find '${path}' for the ONNX model`, {
      cause: error,
    });
  }
}
