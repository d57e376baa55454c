import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { InferenceSession } from "onnxruntime-node";
import type { ModelConfig, ModelFileTensor } from "../../config/types.ts";
import { BF16 } from "../../onnx-file/element-types.ts";
import type { ModelScan } from "../../onnx-file/model-scan.ts";
import { overridableInitializers } from "../../onnx-file/overridable.ts";
import type { Rewrite } from "../../onnx-file/rewrite.ts";
import { StatusError } from "../../../base/status-error.ts";
import { fileOfModel } from "../../repository/repository-file.ts";
import type { Backend, BackendInstance } from "../backend.ts";
import { refuseForeignPaths } from "./accelerators.ts";
import { gpuDevices } from "./gpu-devices.ts";
import { hasBoundedRuns } from "./bounded-graph.ts";
import { checkModelFile } from "./model-file.ts";
import { flag } from "./parameters.ts";
import { startIdleInstance } from "./idle-instance.ts";
import { noGpu, providerChoices } from "./providers.ts";
import { sessionOptions } from "./session-options.ts";
import { idleThread, startSession } from "./start-session.ts";

/**
 * Runs ONNX models, each instance on its own worker thread, and small ones also on the calling
 * thread.
 */
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
    const scan = await checkModelFile(modelFile);
    const runsHere = scan !== undefined && (await mayRunHere(scan, modelFile, options.config));
    const optional = scan === undefined ? [] : overridableInitializers(scan);
    const rewrite = scan && neededRewrite(scan, options.config, optional);
    const failures: string[] = [];
    for (const choice of choices) {
      const model = {
        modelFile,
        options: sessionOptions(options.config, options.instanceCount, choice.executionProviders),
        rewrite,
      };
      try {
        const isIdle =
          choice.name === "cpu" && scan !== undefined && (await mayIdle(scan, modelFile));
        const instance = isIdle
          ? await startIdleInstance({
              modelFile,
              thread: idleThread,
              startShared: (onLost) =>
                startSession(choice, { ...options, onLost }, { ...model, isIdle }),
              startOwn: (onLost) => startSession(choice, { ...options, onLost }, model),
              onLost: options.onLost,
            })
          : await startSession(choice, options, model);
        const { signature } = instance;
        const named =
          optional.length > 0 && signature !== undefined
            ? { ...instance, signature: { ...signature, optional } }
            : instance;
        const here = runsHere && choice.name === "cpu" && rewrite === undefined;
        return here ? await alsoHere(named, modelFile, model.options) : named;
      } catch (error) {
        if (choice.name === "cpu") throw error;
        failures.push(`${choice.name}: ${StatusError.from(error).message}`);
      }
    }
    throw noGpu(options, failures);
  },
};

/** While an instance moves to its own thread, the model is in memory twice. */
const MAX_IDLE_BYTES = 32 * 1024 * 1024;
/** Their graphs may run for ever. */
const OPEN_ENDED: readonly string[] = ["Loop", "Scan", "If"];

/** IDLE-2 of ../SPEC.md. */
async function mayIdle({ locations, operators }: ModelScan, modelFile: string): Promise<boolean> {
  if (locations.length > 0 || OPEN_ENDED.some((name) => operators.has(name))) return false;
  return (await stat(modelFile)).size <= MAX_IDLE_BYTES;
}

/** HERE-2 of ../SPEC.md. */
async function mayRunHere(
  scan: ModelScan,
  modelFile: string,
  config: ModelConfig,
): Promise<boolean> {
  if (flag(config, "run_on_serving_thread") === false) return false;
  // The serving thread computes denormal numbers, like JavaScript.
  if (config.parameters["session.set_denormal_as_zero"] !== undefined) return false;
  const { size: bytes } = await stat(modelFile);
  return hasBoundedRuns({ scan, bytes, isBatched: config.max_batch_size > 0 });
}

/** Adds a session on this thread to the instance; returns it unchanged if that can't be opened. */
async function alsoHere(
  instance: BackendInstance,
  modelFile: string,
  options: InferenceSession.SessionOptions,
): Promise<BackendInstance> {
  // The runtime is loaded into this thread only if a model needs it.
  const { openServingSession } = await import("./serving-session.ts");
  const here = await openServingSession(modelFile, options).catch(() => undefined);
  if (here === undefined) return instance;
  return {
    ...instance,
    executeHere: here.executeHere,
    async close() {
      await instance.close();
      await here.release();
    },
  };
}

/**
 * Parts of the file that the binding can't handle: BF16 tensors, and initializers that requests may
 * replace.
 */
function neededRewrite(
  { inputs, outputs, initializers }: ModelScan,
  { input }: ModelConfig,
  optional: readonly ModelFileTensor[],
): Rewrite | undefined {
  const defaults = optional
    .map(({ name }) => name)
    .filter((name) => input.some((each) => each.name === name && each.optional));
  const fed = inputs.filter(({ name }) => !initializers.has(name) || defaults.includes(name));
  const hasBf16 = [...fed, ...outputs].some(({ elementType }) => elementType === BF16);
  return hasBf16 || defaults.length > 0 ? { defaults } : undefined;
}

const FILE_FIELD = "default_model_filename";

/** The file, or `model.onnx` in a directory of that name (models with external weights). */
async function findModelFile(directory: string, filename: string): Promise<string> {
  const path = fileOfModel(dirname(directory), join(directory, filename), FILE_FIELD);
  try {
    return (await stat(path)).isDirectory() ? join(path, "model.onnx") : path;
  } catch (error) {
    throw new StatusError("UNAVAILABLE", `unable to find '${path}' for the ONNX model`, {
      cause: error,
    });
  }
}
