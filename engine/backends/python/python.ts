import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { StatusError } from "../../../base/status-error.ts";
import { configFromJson, configToJsonText } from "../../config/json.ts";
import { stateOutputs } from "../../config/sequence-tensors.ts";
import type { ModelConfig } from "../../config/types.ts";
import { checkPythonConfig } from "../../config/validation/python.ts";
import { isOverrideFolder } from "../../repository/override-folders.ts";
import { fileOfModel } from "../../repository/repository-file.ts";
import type { Backend, BackendServices, CompleteOptions, InstanceOptions } from "../backend.ts";
import { EngineCalls } from "./engine-calls.ts";
import type { Interpreters } from "./interpreter.ts";
import { ModelCalls } from "./model-calls.ts";
import { PythonInstance } from "./python-instance.ts";
import type { ReadyInstances } from "./readiness.ts";
import { StartSlots } from "./start-slots.ts";
import { executeSeconds, type PythonSettings, startSeconds } from "./settings.ts";
import { completedConfig, type PythonStart, startPython } from "./start-process.ts";

/** Timeout of `finalize` in seconds. */
const FINALIZE_SECONDS = 30;

/** Delay in ms before an instance is restarted, by how often in a row it ended. */
const RESTART_DELAYS_MS = [0, 1000, 5000];

/** Runs `model.py` files, each instance in its own Python process. */
export function pythonBackend(
  services: BackendServices,
  settings: PythonSettings,
  { interpreters, ready }: { interpreters: Interpreters; ready: ReadyInstances },
): Backend {
  const calls = new ModelCalls((id) => {
    const [name = "", version = ""] = id.split("/");
    return services.models.instanceCount(name, version);
  });
  const slots = new StartSlots();

  const startOf = async (
    { directory, config }: Pick<InstanceOptions, "directory" | "config">,
    instance: string,
  ): Promise<PythonStart> => ({
    interpreter: await interpreters.find(config, dirname(directory)),
    file: findModelFile(directory, config, settings),
    model: config.name,
    version: basename(directory),
    instance,
    decoupled: config.model_transaction_policy?.decoupled === true,
    outputs: [...config.output, ...stateOutputs(config)].map(({ name: output }) => output),
    args: {},
    complete: null,
    startSeconds: startSeconds(settings),
    sharedFolder: settings.sharedFolder,
    slots,
    clock: services.clock,
    log: (level, line) => services.log(level, `[${label(config.name, instance)}] ${line}`),
  });

  return {
    name: "python",
    gpus: async () => nvidiaGpus(),
    restartDelaysMs: RESTART_DELAYS_MS,
    async completeConfig(options) {
      checkPythonConfig(options.config);
      const start = await startOf(options, `${options.config.name} auto_complete_config`);
      if (!mayComplete(await readFile(start.file, "utf8"))) return options.config;
      return complete({ ...start, complete: configToJsonText(options.config) }, options);
    },
    async createInstance(options) {
      const { config, name } = options;
      checkPythonConfig(config);
      refuseMissingGpu(options);
      const start = await startOf(options, name);
      const { clock, models, metrics } = services;
      let remove: (() => void) | undefined;
      const instance: PythonInstance = new PythonInstance(
        {
          place: options,
          model: config.name,
          executeSeconds: executeSeconds(settings, config),
          finalizeSeconds: FINALIZE_SECONDS,
          sharesResponses: config.response_cache?.enable === true,
          clock,
          log: start.log,
          onLost: options.onLost,
          onOver: () => remove?.(),
        },
        new EngineCalls({
          model: `${config.name}/${start.version}`,
          services: models,
          calls,
          metrics: metrics.handles(),
          send: (header, parts) => instance.send(header, parts),
          memory: () => instance.memory,
        }),
      );
      await instance.start({ ...start, args: initializeArguments(options) });
      if (!instance.isLost) remove = ready.add(config.name, start.version, instance);
      return instance;
    },
  };
}

/**
 * Whether the process must be asked: not if the class has no base that could define the method and
 * the file doesn't mention it.
 */
function mayComplete(code: string): boolean {
  const hasNoBase = /^class TritonPythonModel\s*(\(\s*(object)?\s*\))?\s*:/m.test(code);
  return !hasNoBase || code.includes("auto_complete_config");
}

/** An instance's name in the log: most names start with the model's. */
function label(model: string, instance: string): string {
  return instance.startsWith(model) ? instance : `${model} ${instance}`;
}

async function complete(start: PythonStart, { config }: CompleteOptions): Promise<ModelConfig> {
  // Calls to the engine aren't answered: the model doesn't run yet.
  const started = await startPython(start, () => {});
  started.process.kill("because its work is done");
  await started.process.exited;
  try {
    return configFromJson(completedConfig(started));
  } catch (thrown) {
    const { message } = StatusError.from(thrown);
    throw new StatusError(
      "INVALID_ARGUMENT",
      `auto_complete_config of the Python model '${config.name}' returns an invalid configuration: ${message}`,
    );
  }
}

/** The arguments of `initialize` (PYTHON-API-2). */
function initializeArguments({ config, directory, name, kind, deviceId }: InstanceOptions) {
  return {
    model_config: configToJsonText(config),
    model_instance_kind: kind.replace(/^KIND_/, ""),
    model_instance_name: name,
    model_instance_device_id: String(Math.max(0, deviceId)),
    model_repository: dirname(directory),
    model_version: basename(directory),
    model_name: config.name,
  };
}

function findModelFile(directory: string, config: ModelConfig, settings: PythonSettings): string {
  const name = config.default_model_filename || "model.py";
  const file = fileOfModel(dirname(directory), join(directory, name), "default_model_filename");
  if (isOverrideFolder(directory) && settings.allowsLoadedCode !== true) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the code of the Python model '${config.name}' came with a load call, and this engine runs only code from its repository. Put ${name} there, or start the engine with --backend-config=python,allow-loaded-code=true`,
    );
  }
  if (dirname(file) === directory && existsSync(file)) return file;
  throw new StatusError(
    "UNAVAILABLE",
    `unable to find '${file}' for the Python model '${config.name}': add it to version folder ${basename(directory)}`,
  );
}

/** A process would start with any GPU in its arguments. */
function refuseMissingGpu({ name, kind, deviceId }: InstanceOptions): void {
  if (kind !== "KIND_GPU" || nvidiaGpus().includes(deviceId)) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `instance '${name}' has kind KIND_GPU, but this machine has no NVIDIA GPU ${deviceId}; use KIND_CPU`,
  );
}

/** As the driver lists them; only on Linux. */
function nvidiaGpus(): readonly number[] {
  try {
    return readdirSync("/proc/driver/nvidia/gpus").map((_, id) => id);
  } catch {
    return [];
  }
}
