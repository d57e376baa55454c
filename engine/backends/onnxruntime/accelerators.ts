import { acceleratorOptionProblem, pathOptions } from "../../config/accelerator-options.ts";
import type { ModelConfig } from "../../config/types.ts";
import { staysWithin } from "../../onnx-file/within-folder.ts";
import { StatusError } from "../../../base/status-error.ts";

interface Accelerator {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** ONNX Runtime's execution providers for GPUs, by the names in the configuration. */
export const GPU_PROVIDERS = ["tensorrt", "cuda", "dml", "coreml", "webgpu"] as const;

export type GpuProvider = (typeof GPU_PROVIDERS)[number];

/**
 * The GPU accelerators of a configuration, in order; throws INVALID_ARGUMENT for unknown ones
 * (BACKEND-7, OPT-2).
 */
export function gpuAccelerators(config: ModelConfig): GpuProvider[] {
  return accelerators(config, "gpu_execution_accelerator").map(({ name, parameters }) => {
    const known = GPU_PROVIDERS.find((provider) => provider === name);
    if (known === undefined) throw unknown(name, GPU_PROVIDERS);
    refuseParameters(name, parameters);
    return known;
  });
}

/** The bundled runtime has no CPU accelerators: any name throws INVALID_ARGUMENT. */
export function refuseCpuAccelerators(config: ModelConfig): void {
  const [first] = accelerators(config, "cpu_execution_accelerator");
  if (first !== undefined) throw unknown(first.name, []);
}

function accelerators(config: ModelConfig, field: string): readonly Accelerator[] {
  const all = config.optimization?.["execution_accelerators"] as
    | Record<string, readonly Accelerator[] | undefined>
    | undefined;
  return all?.[field] ?? [];
}

function unknown(name: string, known: readonly string[]): StatusError {
  const list = known.map((provider) => `'${provider}'`).join(", ");
  const hint =
    known.length > 0
      ? `this engine knows ${list}`
      : "this engine's ONNX Runtime has none for the CPU: remove it";
  return new StatusError(
    "INVALID_ARGUMENT",
    `unknown Execution Accelerator '${name}' is requested; ${hint}`,
  );
}

function refuseParameters(name: string, parameters: Accelerator["parameters"]): void {
  for (const [key, value] of Object.entries(parameters ?? {})) {
    const problem = acceleratorOptionProblem(name, key, value);
    if (problem !== undefined) throw new StatusError("INVALID_ARGUMENT", problem);
  }
}

/**
 * Throws INVALID_ARGUMENT if a path in the options leaves the model's folder through a symbolic
 * link (OPT-2).
 */
export async function refuseForeignPaths(
  config: ModelConfig,
  modelDirectory: string,
): Promise<void> {
  for (const { name, parameters = {} } of accelerators(config, "gpu_execution_accelerator")) {
    for (const [key, path] of pathOptions(name, parameters)) {
      if (await staysWithin(modelDirectory, path)) continue;
      throw new StatusError(
        "INVALID_ARGUMENT",
        `execution accelerator '${name}' has the parameter "${key}" with "${path}", which leads out of the model's folder`,
      );
    }
  }
}
